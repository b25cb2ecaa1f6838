/** Breaks the database for a single donor, so that other tests are not affected. */
import fs from 'node:fs'
import pg from 'pg'

export const confirmingSentence =
  "We're confirming your payment. Please don't pay again. We'll email you as soon as it's confirmed."

async function asOwner(work: (database: pg.Client) => Promise<unknown>): Promise<void> {
  const dir = process.env.E2E_DATA_DIR!
  const port = Number(fs.readFileSync(`${dir}/pgdata/postmaster.pid`, 'utf8').split('\n')[3])
  const password = fs.readFileSync(`${dir}/postgres.secret`, 'utf8').trim()
  const database = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'sunbul' })
  await database.connect()
  await work(database)
  await database.end()
}

/**
 * Simulates a full disk for this donor whenever a result is recorded; returns a function that ends it and looks the
 * payment up.
 */
export async function fillDiskFor(email: string): Promise<() => Promise<void>> {
  const trigger = pg.escapeIdentifier(`full for ${email}`.slice(0, 60))
  await asOwner((database) =>
    database.query(`
      create or replace function public.disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger ${trigger} before update on payments.attempt for each row when (new.email_key = ${pg.escapeLiteral(email)} and new.state <> old.state)
        execute function public.disk_full()`),
  )
  return () =>
    asOwner(async (database) => {
      await database.query(`drop trigger ${trigger} on payments.attempt`)
      await database.query(
        `update payments.attempt set next_lookup_at = now() - interval '1 second' where email_key = $1`,
        [email],
      )
    })
}

/** Adds a failed event without a donation; returns its error. */
export async function appendFailedEvent(locale: string): Promise<string> {
  const error = `Error: a receipt could not be written (${locale} ${Date.now()})`
  await asOwner((database) =>
    database.query(
      `insert into outbox.event (kind, payload, occurred_at, attempts, last_error, failed_at)
       values ('donation.succeeded', json_build_object('intentId', gen_random_uuid(), 'lines', '[]'::json), now(), 10, $1, now())`,
      [error],
    ),
  )
  return error
}
