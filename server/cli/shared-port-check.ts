import fs from 'node:fs'

const migrationFile = '/proc/sys/net/ipv4/tcp_migrate_req'
/** State of a listening socket in `/proc/net/tcp`. */
const listening = '0A'

/** Counts the sockets that listen on a port; `table` has the lines of `/proc/net/tcp`, with numbers in hexadecimal. */
export const countListeners = (table: string, port: number): number =>
  table.split('\n').filter((line) => {
    const [, address = '', , state] = line.trim().split(/\s+/)
    return state === listening && Number.parseInt(address.split(':').at(-1) ?? '', 16) === port
  }).length

/**
 * Returns why a rolling restart resets connections, or undefined. `setting` is the content of
 * `net.ipv4.tcp_migrate_req`; undefined: this Linux doesn't have it.
 */
export function describeSharedPort({
  listeners,
  port,
  setting,
}: {
  readonly listeners: number
  readonly port: number
  readonly setting: string | undefined
}): string | undefined {
  if (listeners < 2 || setting === '1') return undefined
  const fix =
    setting === undefined ? 'Linux 5.14 or newer keeps them' : 'copy deploy/systemd/sysctl.d and run sysctl --system'
  return `${listeners} web processes share port ${port}, and Linux resets connections that wait for one when it stops: ${fix}`
}

/** Checks whether the web processes of this machine that share a port can be restarted without lost connections. */
export function findSharedPortProblem({ PORT }: { readonly PORT: number }): string | undefined {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFile(file) ?? [])
  return describeSharedPort({
    listeners: countListeners(tables.join('\n'), PORT),
    port: PORT,
    setting: readFile(migrationFile)?.trim(),
  })
}

/** Returns the text of a file of Linux; undefined where it doesn't exist. */
const readFile = (file: string): string | undefined => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined)
