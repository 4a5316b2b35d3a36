# Sourced by the launchers beside it: finds FerryMQ, a Java and the memory it may take, then starts a program.
# shellcheck shell=bash
set -euo pipefail

fail() {
  echo "$1" >&2
  exit "${2:-1}"
}

# The folder of the archive or checkout, through any link to the launcher.
script=${BASH_SOURCE[1]}
while [[ -L $script ]]; do
  link=$(readlink "$script")
  [[ $link == /* ]] || link=$(dirname "$script")/$link
  script=$link
done
FERRYMQ_HOME=$(cd "$(dirname "$script")/.." && pwd -P)

find_lib() {
  LIB=$FERRYMQ_HOME/lib
  [[ -d $LIB ]] && return
  # In a checkout the build lays the archive out below distribution/target.
  local built=("$FERRYMQ_HOME"/distribution/target/ferrymq-*/ferrymq-*/lib)
  LIB=${built[0]}
  [[ -d $LIB ]]
}

find_java() {
  if [[ -n ${JAVA_HOME:-} ]]; then
    JAVA=$JAVA_HOME/bin/java
    [[ -x $JAVA ]] || fail "No Java at $JAVA: JAVA_HOME ($JAVA_HOME) must be the home of a Java 17 or newer."
  else
    JAVA=$(command -v java) || fail "No Java found: FerryMQ needs Java 17 or newer. Install one, or set JAVA_HOME."
  fi
}

# MB this process may use: the container's limit or the machine's memory, whichever is smaller.
# FERRYMQ_MEMORY_MB is for containers whose limit cannot be read from inside.
memory_mb() {
  if [[ -n ${FERRYMQ_MEMORY_MB:-} ]]; then
    [[ $FERRYMQ_MEMORY_MB =~ ^[1-9][0-9]{0,8}$ ]] || fail "FERRYMQ_MEMORY_MB must be a number of MB, found '$FERRYMQ_MEMORY_MB'."
    echo "$FERRYMQ_MEMORY_MB"
    return
  fi
  local total=0 limit file key value
  while read -r key value _; do
    [[ $key == MemTotal: ]] && total=$((value / 1024)) && break
  done </proc/meminfo 2>/dev/null || true
  for file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
    [[ -r $file ]] && read -r limit <"$file" || continue
    [[ $limit =~ ^[0-9]+$ && ${#limit} -lt 16 ]] || continue
    limit=$((limit / 1024 / 1024))
    ((total == 0 || limit < total)) && total=$limit
  done
  # Where nothing tells (macOS), a machine of 1 GB is assumed.
  echo $((total > 0 ? total : 1024))
}

min() { echo $(($1 < $2 ? $1 : $2)); }

# launch NAME MAIN HEAP_MAX_MB SHARE NEEDED_MB ARGS…
# The heap is 1/SHARE of the memory there is, at most HEAP_MAX_MB. JAVA_OPTS comes last and wins.
launch() {
  local name=$1 main=$2 heap_max=$3 share=$4 needed=$5
  shift 5
  find_lib || fail "FerryMQ is not built yet: run 'mvn -q -DskipTests package' in $FERRYMQ_HOME (bin/quickstart does it for you)."
  find_java
  local memory heap
  memory=$(memory_mb) || exit
  if ((memory < needed)) && [[ ! ${JAVA_OPTS:-} =~ -Xmx ]]; then
    fail "$name needs $needed MB of memory; the limit here is $memory MB. Raise the container's memory limit, or set JAVA_OPTS=-Xmx… yourself."
  fi
  heap=$(min "$heap_max" $((memory / share)))
  # A broker under load fills a small young generation many times a second, and each collection costs the same.
  local start=(-Xms16m)
  if [[ $name == mqbroker ]] && ((heap >= 128)); then
    start=(-Xms32m -XX:NewSize=24m)
  fi
  local options=(
    "-Xmx${heap}m" "${start[@]}" "-XX:MaxDirectMemorySize=${heap}m" -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError
    -XX:-UsePerfData -Xshare:auto -XX:MaxMetaspaceSize=128m
    "-Dferrymq.home=$FERRYMQ_HOME" "-Dferrymq.process=$name" -Dio.netty.tryReflectionSetAccessible=false
  )
  # Java 24 and newer warn about native access, which netty's epoll needs; older ones do not know the option.
  local release=${JAVA%/bin/java}/release
  if [[ -r $release ]] && grep -qE '^JAVA_VERSION="(2[4-9]|[3-9][0-9])' "$release"; then
    options+=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
  fi
  unset CLASSPATH
  # shellcheck disable=SC2086 # JAVA_OPTS is a list of options
  exec "$JAVA" "${options[@]}" ${JAVA_OPTS:-} -cp "$LIB/*" io.ferrymq.distribution.launch.Launcher "$main" "$@"
}
