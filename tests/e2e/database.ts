/** The database of the tested server, for what no public call shows or does. */
import fs from 'node:fs'
import pg from 'pg'

/** Runs a statement as the owner; returns its rows. */
export async function query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const dir = process.env.E2E_DATA_DIR!
  const port = Number(fs.readFileSync(`${dir}/pgdata/postmaster.pid`, 'utf8').split('\n')[3])
  const password = fs.readFileSync(`${dir}/postgres.secret`, 'utf8').trim()
  const database = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'sunbul' })
  await database.connect()
  try {
    return (await database.query<Row>(text, [...values])).rows
  } finally {
    await database.end()
  }
}
