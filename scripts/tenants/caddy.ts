import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import https from 'node:https'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'

/** Returns the version of Caddy on the PATH; undefined if there is none. */
export const caddyVersion = (): string | undefined => {
  const { status, stdout } = spawnSync('caddy', ['version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Result of a request to a host: the page, or the reason why there is no certificate. */
type TlsResponse =
  | {
      readonly certificateFor: string | undefined
      readonly status: number
      readonly location: string | undefined
      readonly body: string
    }
  | { readonly certificateFor: undefined; readonly error: string }

export type Caddy = {
  /** Requests a path of a host over TLS, trusting Caddy's certificate authority. */
  get(host: string, path: string): Promise<TlsResponse>
  stop(): Promise<void>
}

const startTimeoutMs = 20_000

/**
 * Starts Caddy with the configuration in docs/operations.md, but with its internal certificate authority. It issues a
 * certificate for each host that `askUrl` allows, and forwards requests to `upstream`.
 */
export async function startCaddy({
  folder,
  port,
  askUrl,
  upstream,
}: {
  readonly folder: string
  readonly port: number
  readonly askUrl: string
  readonly upstream: string
}): Promise<Caddy> {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'Caddyfile')
  fs.writeFileSync(
    file,
    `{
	admin off
	auto_https disable_redirects
	skip_install_trust
	storage file_system ${folder}
	on_demand_tls {
		ask ${askUrl}
	}
}
https://:${port} {
	tls internal {
		on_demand
	}
	reverse_proxy ${upstream}
}
`,
  )
  const log = fs.openSync(path.join(folder, 'caddy.log'), 'w')
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', log, log],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  const root = path.join(folder, 'pki/authorities/local/root.crt')
  for (const end = Date.now() + startTimeoutMs; !fs.existsSync(root); await sleep(50))
    if (child.exitCode !== null || Date.now() > end)
      throw new Error(`caddy did not start: ${fs.readFileSync(path.join(folder, 'caddy.log'), 'utf8')}`)
  const ca = fs.readFileSync(root)
  return {
    get: (host, pathname) => request({ host, pathname, port, ca }),
    stop: () => stop(child),
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

const request = (input: {
  readonly host: string
  readonly pathname: string
  readonly port: number
  readonly ca: Buffer
}): Promise<TlsResponse> =>
  new Promise((resolve) => {
    const { host, pathname, port, ca } = input
    const asking = https.get(
      // Connects to the local Caddy without DNS; Caddy reads the host from the TLS handshake.
      { host: '127.0.0.1', port, path: pathname, servername: host, ca, agent: false, headers: { host } },
      (response) => {
        const { subjectaltname } = (response.socket as TLSSocket).getPeerCertificate()
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => (body += text))
        response.on('end', () =>
          resolve({
            certificateFor: subjectaltname,
            status: response.statusCode ?? 0,
            location: response.headers.location,
            body,
          }),
        )
      },
    )
    asking.on('error', (error) => resolve({ certificateFor: undefined, error: error.message }))
  })
