import fs from 'node:fs'
import { timeRecap } from '../bench/recap.ts'
import pg from 'pg'
const url = fs.readFileSync('/tmp/di-recap.url', 'utf8')
const c = new pg.Client({ connectionString: url }); await c.connect()
const { snapshots, all, single } = await timeRecap(url)
console.log(snapshots, all, single.toSorted((a, b) => a - b).filter((_, i) => i % 10 === 0))
await c.query('vacuum analyze deeds.snapshot'); await c.end()
