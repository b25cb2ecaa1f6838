/**
 * `npm run tenants`: tests on-demand certificates for charities' hosts with Caddy and its internal certificate
 * authority. It starts a demo and Caddy, and sends requests over TLS: a charity's verified domain and an existing
 * subdomain get a certificate and serve their pages; unknown, dropped and unverified hosts and those of rejected
 * charities get none (pages-13).
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from '#server/config/free-port.ts'
import { withDemo } from '../demo.ts'
import { givenOptions } from '../given-options.ts'
import { type Caddy, caddyVersion, startCaddy } from './caddy.ts'

givenOptions('Usage: npm run tenants', {}, [])

const version = caddyVersion()
if (version === undefined) {
  console.error('caddy is not on the PATH, so nothing was tried. On Debian and Ubuntu: apt-get install caddy')
  process.exit(1)
}

const pagesDomain = 'pages.example.test'
const hosts = {
  verified: 'give.verified.test',
  missing: 'give.missing.test',
  dropped: 'give.dropped.test',
  rejected: 'give.rejected.test',
}

/** Adds domains in different states to two charities of the demo: one with a hosted page, and one without hosts. */
async function prepareCharities(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; subdomain: string; name: string; page: string | null }>(
      `select o.id::text, o.slug as subdomain, o.name, (select min(p.slug) from hosted_pages.page p
           where p.organization_id = o.id and p.published_version is not null) as page
         from organizations.organization o where o.verification_state = 'verified' and o.slug ~ '[a-z]'
         order by page nulls last, o.id limit 3`,
    )
    const [withPage, other, rejected] = rows
    if (!withPage?.page || !other || !rejected) throw new Error('the demo has too few charities')
    const addHost = (id: string, position: number, host: string, columns: string, values: string) =>
      client.query(
        `insert into organizations.domain (organization_id, position, host, added_at, next_check_at, ${columns})
           values ($1, $2, $3, now(), now() + interval '1 day', ${values})`,
        [id, position, host],
      )
    await addHost(withPage.id, 1, hosts.verified, 'verified_at, is_primary', 'now(), true')
    await addHost(withPage.id, 2, hosts.missing, 'verified_at, missing_since, missing_count', 'now(), now(), 1')
    await addHost(withPage.id, 3, hosts.dropped, 'dropped_at', 'now()')
    await addHost(rejected.id, 1, hosts.rejected, 'verified_at', 'now()')
    await client.query(
      `update organizations.organization set verification_state = 'rejected', verified_until = null where id = $1`,
      [rejected.id],
    )
    return { withPage: { ...withPage, page: withPage.page }, other }
  } finally {
    await client.end()
  }
}

async function prove(caddy: Caddy, databaseUrl: string): Promise<number> {
  const { withPage, other } = await prepareCharities(databaseUrl)
  let failures = 0
  const report = (isRight: boolean, what: string, found: unknown) => {
    if (!isRight) failures += 1
    console.log(`${isRight ? 'passed' : 'FAILED'}: ${what}${isRight ? '' : `: ${JSON.stringify(found)}`}`)
  }
  const expectPage = async (host: string, pathname: string, text: string) => {
    const found = await caddy.get(host, pathname)
    const isRight =
      found.certificateFor === `DNS:${host}` && 'body' in found && found.status === 200 && found.body.includes(text)
    report(isRight, `${host}${pathname} has a certificate and serves its page`, found)
  }
  await expectPage(hosts.verified, `/${withPage.page}`, withPage.name)
  await expectPage(hosts.verified, '/', withPage.name)
  await expectPage(`${other.subdomain}.${pagesDomain}`, '/', other.name)
  const moved = await caddy.get(`${withPage.subdomain}.${pagesDomain}`, `/${withPage.page}`)
  report(
    'location' in moved && moved.status === 302 && moved.location?.includes(`//${hosts.verified}`) === true,
    `${withPage.subdomain}.${pagesDomain} has a certificate and redirects to the charity's own host`,
    moved,
  )
  for (const [host, why] of [
    ['give.unknown.test', 'no charity verified it'],
    [`no-charity.${pagesDomain}`, 'no charity has this subdomain'],
    [hosts.rejected, 'its charity was rejected'],
    [hosts.dropped, 'it was dropped'],
    [hosts.missing, 'its verification is missing'],
  ] as const) {
    const found = await caddy.get(host, '/')
    // Caddy aborts the handshake of a host without a permitted certificate.
    report('error' in found && /alert|handshake/i.test(found.error), `${host} gets no certificate: ${why}`, found)
  }
  return failures
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-caddy-'))
const metricsPort = await freePort()
try {
  const failures = await withDemo(
    'tenants',
    async ({ origin, databaseUrl }) => {
      const caddy = await startCaddy({
        folder,
        port: await freePort(),
        askUrl: `http://127.0.0.1:${metricsPort}/tls-allowed`,
        upstream: new URL(origin).host,
      })
      try {
        return await prove(caddy, databaseUrl)
      } finally {
        await caddy.stop()
      }
    },
    { PAGES_DOMAIN: pagesDomain, METRICS_PORT: String(metricsPort) },
  )
  console.log(failures === 0 ? `sunbul: all passed with Caddy ${version}` : `sunbul: ${failures} failed`)
  process.exitCode = failures === 0 ? 0 : 1
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}
