#!/bin/sh
# The command of the Debian package: works on the data of the service, with its settings and as its account.
set -a
CLOCKHOUSE_DATA=/var/lib/clockhouse
if [ -r /etc/clockhouse/clockhouse.env ]; then . /etc/clockhouse/clockhouse.env; fi
set +a
if [ "$(id -u)" = 0 ]; then
  set -- setpriv --reuid=clockhouse --regid=clockhouse --init-groups \
    /usr/lib/clockhouse/bin/node /usr/lib/clockhouse/src/cli/clockhouse.js "$@"
  exec "$@"
fi
exec /usr/lib/clockhouse/bin/node /usr/lib/clockhouse/src/cli/clockhouse.js "$@"
