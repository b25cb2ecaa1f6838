import pg from 'pg'
import fs from 'node:fs'
import { startEmbedded } from '#server/database/pg.ts'
import { migrate } from '#server/database/migrate.ts'
import { addRecapDonors } from '../bench/recap.ts'
const dataDir = '/tmp/di-recap'
fs.mkdirSync(dataDir, { recursive: true })
const database = await startEmbedded({ dataDir })
console.log(database.url)
fs.writeFileSync('/tmp/di-recap.url', database.url)
await migrate({ ownerUrl: database.url, log: { debug() {}, info() {}, warn: console.warn, error: console.error } } as never)
const owner = new pg.Client({ connectionString: database.url })
await owner.connect()
await owner.query(`insert into organizations.organization (slug, name, country, time_zone, email, postal_address, registration, receipt_regime, created_at) select 'bench-' || n, 'Bench', 'GB', (array['Europe/London','America/New_York','Asia/Karachi'])[1 + n % 3], 'a@example.org', 'x', 'x', 'uk', now() from generate_series(1, 15) n`).catch(async (e) => { console.log(String(e)); throw e })
await owner.query(`insert into campaigns.campaign (organization_id, slug, name, story, category, status, currency, goal, organizer_name, created_at, changed_at)
  select (select min(id) from organizations.organization) + n % 15, 'bench-' || n, 'Wells for the valley, number ' || n, 'A well', (array['water','food','education','orphans'])[1 + n % 4], 1, 'USD', 2000000, 'Bench', now(), now() from generate_series(1, 1000) n`)
const t = performance.now()
await addRecapDonors(owner, { donors: 100_000, donations: 1_000_000 })
await owner.query('vacuum analyze')
console.log('ready', performance.now() - t)
await new Promise(() => setInterval(() => undefined, 1 << 30))
