"""Reading of bank files and matching of payments: pure functions without database or clock."""
