#!/bin/sh
# Runs a database machine in namespaces of its own: machine.sh <root> <folder> <backups>. The root is Debian's, used by all
# machines; the folder has this machine's configuration (etc) and data.
set -eu
root=$1 machine=$2 backups=$3
mkdir -p "$machine/postgresql" "$machine/etcd" "$backups"
mount -t proc proc "$root/proc"
# Patroni 4 has no healthy standby without it.
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/run"
mount --bind "$machine/postgresql" "$root/var/lib/postgresql"
mount --bind "$machine/etcd" "$root/var/lib/etcd"
mount --bind "$backups" "$root/var/lib/pgbackrest"
mount --bind "$machine/etc/patroni" "$root/etc/patroni"
for file in etc/default/etcd etc/pgbackrest.conf; do mount --bind "$machine/$file" "$root/$file"; done
exec chroot "$root" /bin/sh -euc '
  mkdir -p /run/postgresql
  chown -R postgres: /run/postgresql /etc/patroni /etc/pgbackrest.conf
  chown postgres: /var/lib/postgresql /var/lib/pgbackrest
  chown etcd: /var/lib/etcd
  as() { user=$1; shift; exec setpriv --reuid="$user" --regid="$user" --init-groups "$@"; }
  (set -a; . /etc/default/etcd; ETCD_DATA_DIR=/var/lib/etcd/default; as etcd etcd) > /var/lib/etcd/log 2>&1 &
  # The folder replaces the bucket of the template.
  export PGBACKREST_REPO1_TYPE=posix PGBACKREST_REPO1_PATH=/var/lib/pgbackrest HOME=/var/lib/postgresql
  (as postgres patroni /etc/patroni/config.yml) > /var/lib/postgresql/patroni.log 2>&1 &
  wait'
