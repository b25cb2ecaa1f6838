import fs from 'node:fs'
import path from 'node:path'
import { freePort } from '#server/config/free-port.ts'
import { startStandby } from '#tests/support/standby.ts'
import { spreadOf } from './against.ts'
import { answers, type Installation, pidOf, until } from './installation.ts'
import { runLoad } from './load.ts'
import { cpuMsOf, cpuMsOfPostgres } from './processes.ts'
import { pageRequest } from './requests.ts'

const clients = 8
const warmUpSeconds = 3

/** Processor time in milliseconds for each page, by who spent it. */
type PageCost = { readonly primary: number; readonly standby: number; readonly server: number }

/** Processor time of cold campaign pages without and with a standby: the median of the rounds. */
export type StandbyCost = { readonly without: PageCost; readonly with: PageCost; readonly errors: number }

/**
 * Starts a standby of the installation's database and measures cold campaign pages from two web processes, one of which
 * reads from it, in turns of `seconds`.
 */
export async function measureStandby(
  installation: Installation,
  { slugs, seconds, rounds }: { readonly slugs: readonly string[]; readonly seconds: number; readonly rounds: number },
): Promise<StandbyCost> {
  const { dataDir, database, environment, run, postgresCpuMs } = installation
  const standbyDir = path.join(dataDir, 'standby')
  const standby = await startStandby({ primaryUrl: database.url, primaryDir: dataDir, dataDir: standbyDir })
  const postmaster = Number(fs.readFileSync(path.join(standbyDir, 'pgdata/postmaster.pid'), 'utf8').split('\n')[0])
  process.once('exit', () => process.kill(postmaster, 'SIGQUIT'))
  const startWeb = async (settings: Record<string, string>) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const child = run('server/main.ts', { ...environment, ...settings, PORT: String(port) }, '--role=web')
    await until(() => answers(`${url}/livez`), 'the web process')
    return { url, child, pid: pidOf(child) }
  }
  const cases = {
    without: await startWeb({}),
    with: await startWeb({ DATABASE_READ_URL: standby.url }),
  }
  await until(
    async () => (await (await fetch(`${cases.with.url}/metrics`)).text()).includes('state="usable"} 1'),
    'the standby',
  )
  const next = () => pageRequest(slugs[Math.floor(Math.random() * slugs.length)] ?? '')
  const read = (pid: number): PageCost => ({
    primary: postgresCpuMs(),
    standby: cpuMsOfPostgres(postmaster),
    server: cpuMsOf([pid]),
  })
  const costs = { without: [] as PageCost[], with: [] as PageCost[] }
  let errors = 0
  for (const { url } of Object.values(cases)) await runLoad({ url, clients, seconds: warmUpSeconds, next })
  for (let round = 0; round < rounds; round++)
    for (const name of ['without', 'with'] as const) {
      const { url, pid } = cases[name]
      const before = read(pid)
      const load = await runLoad({ url, clients, seconds, next })
      const after = read(pid)
      errors += load.errors
      const perPage = (key: keyof PageCost) => (after[key] - before[key]) / Math.max(1, load.completed)
      costs[name].push({ primary: perPage('primary'), standby: perPage('standby'), server: perPage('server') })
    }
  for (const { child } of Object.values(cases)) child.kill('SIGTERM')
  const median = (all: readonly PageCost[]): PageCost => ({
    primary: spreadOf(all.map(({ primary }) => primary)).median,
    standby: spreadOf(all.map(({ standby }) => standby)).median,
    server: spreadOf(all.map(({ server }) => server)).median,
  })
  return { without: median(costs.without), with: median(costs.with), errors }
}
