import fs from 'node:fs'
import pg from 'pg'
import { snapshotOfDonor } from '#modules/faith/deeds/snapshot-sql.ts'
import { planRuns } from '#modules/recurring/agreement/index.ts'
import { referredDonations } from '#modules/organizers/referrals/index.ts'
import { accountsWithConsent } from '#modules/trust/privacy/index.ts'
import { deedsYear } from '#modules/faith/deeds/rules/deeds-year.ts'
import { currencies, exponentOf } from '#shared/money.ts'
const c = new pg.Client({ connectionString: fs.readFileSync('/tmp/di-recap.url', 'utf8') })
await c.connect()
await c.query(`set role sunbul_app; set timezone='UTC'; set random_page_cost=1.1; begin`)
const { rows: [{ id }] } = await c.query('select account_id as id from deeds.snapshot offset 500 limit 1')
const { start, end, months } = deedsYear(1447)
const v = [1447, start, end, months, currencies, currencies.map((x) => 10 ** exponentOf(x)), new Date(), id]
for (let i = 0; i < 3; i++) {
const r = await c.query(`explain (analyze, buffers off) ${snapshotOfDonor({ consents: accountsWithConsent('recap'), planRuns, referrals: referredDonations })}`, v)
const t = r.rows.map((x) => x['QUERY PLAN']).join('\n')
fs.writeFileSync('/tmp/one.txt', t)
console.log(t.split('\n').filter((l) => /(Planning|Execution) Time|Trigger/.test(l)).join(' | '))
}
await c.query('rollback'); await c.end()
