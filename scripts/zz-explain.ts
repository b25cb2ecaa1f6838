import fs from 'node:fs'
import pg from 'pg'
import { snapshotsOfYear } from '#modules/faith/deeds/snapshot-sql.ts'
import { planRuns } from '#modules/recurring/agreement/index.ts'
import { referredDonations } from '#modules/organizers/referrals/index.ts'
import { accountsWithConsent } from '#modules/trust/privacy/index.ts'
import { deedsYear } from '#modules/faith/deeds/rules/deeds-year.ts'
import { currencies, exponentOf } from '#shared/money.ts'
const url = fs.readFileSync('/tmp/di-recap.url', 'utf8')
const c = new pg.Client({ connectionString: url })
await c.connect()
await c.query(`set role sunbul_app; set timezone='UTC'; set random_page_cost=1.1; begin; select set_config('work_mem', '256MB', true), set_config('jit', 'off', true), set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)`)
const { start, end, months } = deedsYear(1447)
const v = [1447, start, end, months, currencies, currencies.map((x) => 10 ** exponentOf(x)), new Date()]

const render = (text: string) => { const used: unknown[] = []; const map = new Map<string, number>(); const out = text.replace(/\$(\d+)/g, (_, n) => { if (!map.has(n)) { used.push(v[Number(n) - 1]); map.set(n, used.length) } return '$' + map.get(n) }); return [out, used] as const }
const pid = (await c.query('select pg_backend_pid() as pid')).rows[0].pid
const cpu = () => { const f = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10 }
const cpu0 = cpu()
const full = process.argv[2] === 'full'
let plans = ''
const t = performance.now()
for (const text of snapshotsOfYear({ consents: accountsWithConsent('recap'), planRuns, referrals: referredDonations })) {
  const [q, used] = render(text)
  const at = cpu()
  if (full && !q.startsWith('analyze')) { const r = await c.query(`explain (analyze, buffers off) ${q}`, used as never); plans += q.slice(0, 60) + '\n' + r.rows.map((x) => x['QUERY PLAN']).join('\n') + '\n\n' }
  else await c.query(q, used as never)
  console.log(cpu() - at, q.slice(0, 50).replaceAll('\n', ' '))
}
console.log('all wall', performance.now() - t, 'cpu', cpu() - cpu0)
fs.writeFileSync('/tmp/explain.txt', plans)
await c.query('rollback'); await c.end()
