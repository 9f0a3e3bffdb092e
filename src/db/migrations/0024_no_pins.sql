-- PINs were kept as plain text, although nothing reads them.
update users set login_pin = '' where login_pin <> '';
