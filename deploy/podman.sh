# Sourced by the scripts that need containers. They have their own images, networks and settings below $work, so that
# those of this machine aren't touched, and run also inside a machine that is itself a container: without crun and the
# usual limits. BASES: a folder that keeps the Debian archives for the next run.
[ "$(id -u)" = 0 ] || { echo "run this as root"; exit 1; }
for tool in mmdebstrap buildah podman podman-compose runc curl openssl; do
  command -v "$tool" > /dev/null || { echo "$tool is not on the PATH, so nothing was tried"; exit 1; }
done
work=$(mktemp -d)
export CONTAINERS_CONF=$work/containers.conf CONTAINERS_STORAGE_CONF=$work/storage.conf BUILDAH_ISOLATION=chroot
printf '[containers]\ndefault_ulimits = []\n[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "%s"\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\ntmp_dir = "%s"\n' \
  "$work/networks" "$work/libpod" > "$CONTAINERS_CONF"
printf '[storage]\ndriver = "%s"\ngraphroot = "%s"\nrunroot = "%s"\n' "${STORAGE_DRIVER:-overlay}" "$work/images" "$work/run" > "$CONTAINERS_STORAGE_CONF"

remove_containers() {
  podman rm --all --force --volumes --time 5 > /dev/null 2>&1 || true
  # Unmounts what a failed build has left.
  buildah rm --all > /dev/null 2>&1 || true
  podman network prune --force > /dev/null 2>&1 || true
  rm -rf "$work"
}
step() { echo "passed: $* ($SECONDS s)"; }
fail() { echo "FAILED: $*"; exit 1; }
until_ready() { for _ in $(seq 600); do "$@" > /dev/null 2>&1 && return; sleep 0.5; done; fail "did not start: $*"; }

# Makes the image of a Debian with packages: name, packages, options of mmdebstrap. SUITE: its release, Debian 12 by default.
debian() {
  local name=$1 packages=$2 tar=${BASES:-$work}/$1.tar container; shift 2
  [ -s "$tar" ] || mmdebstrap --quiet --variant=minbase --include="$packages" "$@" "${SUITE:-bookworm}" "$tar"
  container=$(buildah from scratch)
  buildah add -q "$container" "$tar" / > /dev/null
  buildah commit -q --rm "$container" "localhost/$name" > /dev/null
  [ -n "${BASES:-}" ] || rm "$tar"
}
