"""A stdio server that does what its rules say, and nothing else: run as `python stdio_scripted.py RULES`.

RULES is JSON text: a list of objects. One without `on` sets how the server is; the others say what it does with a
message, the first that fits winning:

    on                a method; `start` (before anything is read); `answer` (a response to a request of the server)
    times             how often the rule fits (ever)
    if_version        fits only if params.protocolVersion is this
    silent_unless     a dotted path in the message (brackets quote a key): without it the rule does nothing
    stderr, stderr_hex, raw, raw_hex     written as they are
    delay_ms          a wait before anything is said
    notifications     written before the reply; `after` behind it; `flood` repeats `notifications` so often,
                      `every_ms` spaces them
    server_request    one, or a list, which is written at once; `jsonrpc` is added
    reply             written; `sequence` is a list of replies, one for each time
    reply_echo        the result of initialize with the version that was asked for
    reply_id          `string`, `float`: another form of the id;  reply_to: the path of the id that is answered
    awaiting_answer   True: the reply is written when the server's own request has been answered
    then_raw, then_reply     behind that
    write_chunk_bytes the reply in pieces of so many bytes, each flushed
    exit, kill        ends the process, by code or by signal

    `$id`, `$token` stand for the request's id and its progress token, `$answer` (in a reply that awaits an answer) for
    that answer; `$repeat:x*n` for copies.

    line_end, bytes_before_first_message_hex, ignore_stdin_eof, ignore_sigterm, deaf (reads nothing), pid_file,
    grandchild (a process that holds the pipes and outlives its parent; its pid is appended to pid_file)
"""

import json
import os
import re
import signal
import subprocess
import sys
import time

RULES = json.loads(sys.argv[1])
SET = {key: value for rule in RULES if "on" not in rule for key, value in rule.items()}
USED: dict = {}
WAITING: list = []
END = SET.get("line_end", "\n").encode()
PREFIX = [bytes.fromhex(SET.get("bytes_before_first_message_hex", ""))]


def out(data, step=0):
    for at in range(0, len(data), step or len(data) or 1):
        view = data[at : at + (step or len(data))]
        while view:
            view = view[os.write(1, view) :]


def put(value, message):
    """The value with its placeholders filled in."""
    if isinstance(value, dict):
        return {key: put(member, message) for key, member in value.items()}
    if isinstance(value, list):
        return [put(member, message) for member in value]
    if not isinstance(value, str):
        return value
    known = {
        "$id": message.get("id"),
        "$token": dig(message, "params._meta.progressToken"),
        "$answer": message.get("answer"),
    }
    if value in known:
        return known[value]
    return text(value, message)


def text(value, message):
    value = re.sub(r"\$repeat:(.)\*(\d+)", lambda found: found[1] * int(found[2]), value)
    return value.replace("$id", json.dumps(message.get("id")))


def dig(message, path):
    for key in re.findall(r"\['([^']*)'\]|([^.\[\]]+)", path):
        message = message.get(key[0] or key[1]) if isinstance(message, dict) else None
    return message


def line_of(value, message):
    return json.dumps(put(value, message), ensure_ascii=False).encode("utf-8", "surrogatepass") + END


def say(value, message, step=0):
    out(PREFIX.pop() if PREFIX else b"")
    out(line_of(value, message), step)


def reply(rule, message, value):
    if rule.get("reply_to"):
        message = {**message, "id": dig(message, rule["reply_to"])}
    if rule.get("reply_id") == "string":
        message = {**message, "id": str(message["id"])}
    if rule.get("reply_id") == "float":
        message = {**message, "id": float(message["id"])}
    say(value, message, rule.get("write_chunk_bytes", 0))


def act(number, rule, message):
    if "silent_unless" in rule and dig(message, rule["silent_unless"]) is None:
        return
    time.sleep(rule.get("delay_ms", 0) / 1000)
    if "stderr" in rule or "stderr_hex" in rule:
        data = text(rule.get("stderr", ""), message).encode() + bytes.fromhex(rule.get("stderr_hex", ""))
        while data:
            data = data[os.write(2, data) :]
    if "raw" in rule:
        out(text(rule["raw"], message).encode("utf-8", "surrogatepass"))
    out(bytes.fromhex(rule.get("raw_hex", "")))
    for _ in range(rule.get("flood", 1)):
        for one in rule.get("notifications", ()):
            time.sleep(rule.get("every_ms", 0) / 1000)
            say({"jsonrpc": "2.0", **one}, message)
    asked = rule.get("server_request", [])
    if asked:
        out(
            b"".join(
                line_of({"jsonrpc": "2.0", **one}, message) for one in (asked if isinstance(asked, list) else [asked])
            )
        )
    if rule.get("awaiting_answer"):
        WAITING.append((rule, message))
    else:
        finish(number, rule, message)


def finish(number, rule, message):
    if "sequence" in rule:
        reply(rule, message, rule["sequence"][min(USED[number], len(rule["sequence"])) - 1])
    elif "reply_echo" in rule:
        version = dig(message, rule["reply_echo"])
        info = {"name": "echo", "version": "1"}
        result = {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}
        say({"jsonrpc": "2.0", "id": "$id", "result": result}, message)
    elif "reply" in rule:
        reply(rule, message, rule["reply"])
    for one in rule.get("after", ()):
        say({"jsonrpc": "2.0", **one}, message)
    if "then_raw" in rule:
        out(text(rule["then_raw"], message).encode())
    if "then_reply" in rule:
        say(rule["then_reply"], message)
    if "kill" in rule:
        os.kill(os.getpid(), getattr(signal, rule["kill"]))
    if "exit" in rule:
        os._exit(rule["exit"])


def fits(number, rule, method, message):
    wanted = rule.get("if_version")
    return (
        rule.get("on") == method
        and USED.get(number, 0) < rule.get("times", 1 << 60)
        and (wanted is None or dig(message, "params.protocolVersion") == wanted)
    )


def hear(method, message):
    if method == "answer" and WAITING:
        rule, asked = WAITING.pop(0)
        return finish(None, rule, {**asked, "answer": message})
    for number, rule in enumerate(RULES):
        if fits(number, rule, method, message):
            USED[number] = USED.get(number, 0) + 1
            return act(number, rule, message)
    if "id" in message and "method" in message:
        say({"jsonrpc": "2.0", "id": "$id", "error": {"code": -32601, "message": "no rule"}}, message)
    return None


def main():
    if SET.get("ignore_sigterm"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    pids = [os.getpid()]
    if SET.get("grandchild"):
        forever = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)"
        pids.append(subprocess.Popen([sys.executable, "-SE", "-c", forever]).pid)
    if "pid_file" in SET:
        with open(SET["pid_file"], "a") as file:
            file.write("".join(f"{pid}\n" for pid in pids))
    hear("start", {})
    buffer = b""
    while not SET.get("deaf") and (chunk := os.read(0, 1 << 20)):
        *lines, buffer = (buffer + chunk).split(b"\n")
        for line in lines:
            message = json.loads(line)
            hear(message.get("method", "answer"), message)
    while SET.get("ignore_stdin_eof") or SET.get("deaf"):
        time.sleep(600)


main()
