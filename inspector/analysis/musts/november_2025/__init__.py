"""The demands of revision 2025-11-25, by the pages that they stand on."""
