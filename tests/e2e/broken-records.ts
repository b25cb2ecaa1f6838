/** Breaks the database for a single donor, so that other tests are not affected. */
import pg from 'pg'
import { query } from './database.ts'

export const confirmingSentence =
  "We're confirming your payment. Please don't pay again. We'll email you as soon as it's confirmed."

/**
 * Simulates a full disk for this donor whenever a result is recorded; returns a function that ends it and looks the
 * payment up.
 */
export async function fillDiskFor(email: string): Promise<() => Promise<void>> {
  const trigger = pg.escapeIdentifier(`full for ${email}`.slice(0, 60))
  await query(`
      create or replace function public.disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger ${trigger} before update on payments.attempt for each row when (new.email_key = ${pg.escapeLiteral(email)} and new.state <> old.state)
        execute function public.disk_full()`)
  return async () => {
    await query(`drop trigger ${trigger} on payments.attempt`)
    await query(`update payments.attempt set next_lookup_at = now() - interval '1 second' where email_key = $1`, [
      email,
    ])
  }
}

/** Adds a failed event without a donation; returns its error. */
export async function appendFailedEvent(locale: string): Promise<string> {
  const error = `Error: a receipt could not be written (${locale} ${Date.now()})`
  await query(
    `insert into outbox.event (kind, payload, occurred_at, attempts, last_error, failed_at)
       values ('donation.succeeded', json_build_object('intentId', gen_random_uuid(), 'lines', '[]'::json), now(), 10, $1, now())`,
    [error],
  )
  return error
}
