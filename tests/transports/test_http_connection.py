"""What is told of the connection that an answer came over; real ones are looked at where TLS is tested."""

import httpx
import pytest

from inspector.transports.http_connection import connection_of

CERTIFICATE = {
    "subject": ((("organizationName", "Alder"),), (("commonName", "alder.example"),)),
    "issuer": ((("organizationName", "Harbour Trust"),),),
    "notAfter": "Dec 30 13:41:29 2026 GMT",
}


class Tls:
    """What `ssl` says of a connection; `certificate` None: it was not verified."""

    def __init__(self, certificate):
        self._certificate = certificate

    def version(self):
        return "TLSv1.3"

    def cipher(self):
        return ("TLS_AES_256_GCM_SHA384", "TLSv1.3", 256)

    def getpeercert(self):
        return self._certificate


class Stream:
    def __init__(self, **told):
        self._told = told

    def get_extra_info(self, info):
        return self._told.get(info)


def told(**extra):
    return connection_of(httpx.Response(200, extensions={"network_stream": Stream(**extra)}))


@pytest.mark.parametrize(
    ("address", "peer"),
    [(("10.0.0.1", 443), "10.0.0.1:443"), (("::1", 80, 0, 0), "[::1]:80"), ("/tmp/a.sock", "/tmp/a.sock")],
)
def test_the_peer_is_an_address_and_its_port_or_a_socket(address, peer):
    assert told(server_addr=address) == {"peer": peer}


def test_what_was_agreed_on_for_tls_is_told_and_whose_the_certificate_is():
    assert told(ssl_object=Tls(CERTIFICATE)) == {
        "tls": "TLSv1.3 TLS_AES_256_GCM_SHA384",
        "certificate": "alder.example, issued by Harbour Trust, until Dec 30 13:41:29 2026 GMT",
    }
    assert "certificate" not in told(ssl_object=Tls(None))


def test_a_connection_that_says_nothing_is_told_nothing_of():
    assert connection_of(httpx.Response(200)) == {} and told() == {}
