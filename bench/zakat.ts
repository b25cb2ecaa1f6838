import type pg from 'pg'
import { openDatabase } from '#server/database/db.ts'
import { readZakatState } from '#modules/faith/zakat/zakat-state.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'
import { cpuMsOf } from './processes.ts'

/** Adds a donor with zakat donations of the last eleven months in three currencies, entries and a current profile. */
export async function addZakatDonor(owner: pg.Client, { donations, entries }: { donations: number; entries: number }) {
  const { rows } = await owner.query<{ id: string }>(
    `
      insert into identity.account (id, email, first_name, created_at)
      values (uuidv7(), 'zakat-bench@example.org', 'Amina', now())
      returning id
    `,
  )
  const accountId = rows[0]!.id
  await owner.query(
    `
      with
        made as (
          select
            uuidv7() as id,
            uuidv7() as attempt,
            uuidv7() as donation,
            n,
            (array['USD', 'GBP', 'EUR'])[1 + n % 3] as currency,
            now() - n * interval '330 days' / $2::int as at
          from generate_series(1, $2::int) n
        ),
        intents as (
          insert into payments.intent (
            id,
              purpose,
              order_details,
              quote_hash,
              amount,
              currency,
              state,
              scope,
              provider,
              provider_intent_id,
              created_at,
              expires_at
          )
          select id, 'donation', '{}', '', 2000, currency, 'SUCCEEDED', 'account:' || $1, 'demo', id::text, at, at
          from made
        ),
        attempts as (
          insert into payments.attempt (
            id,
              intent_id,
              state,
              provider,
              provider_key,
              provider_charge_id,
              amount,
              currency,
              scope,
              idempotency_key,
              request_hash,
              method,
              ip,
              submitted_at,
              settled_at
          )
          select
            attempt,
            id,
            'SUCCEEDED',
            'demo',
            attempt::text,
            attempt::text,
            2000,
            currency,
            'account:' || $1,
            'bench-' || n,
            '',
            'card',
            '127.0.0.1',
            at,
            at
          from made
        )
      insert into giving.donation (
        id,
          intent_id,
          attempt_id,
          line,
          campaign_id,
          account_id,
          donor_key,
          name,
          currency,
          gift,
          zakat_eligible,
          is_zakat,
          fee_schedule_version,
          payment_method,
          locale,
          given_at
      )
      select
        donation,
        id,
        attempt,
        1,
        (select min(id) from campaigns.campaign) + n % 100,
        $1::uuid,
        sha256(id::text::bytea),
        'Bench',
        currency,
        2000,
        1940,
        true,
        'bench',
        'card',
        'en',
        at
      from made
    `,
    [accountId, donations],
  )
  await owner.query(
    `
      insert into zakat.offsite_donation (id, account_id, given_on, currency, amount, created_at)
      select uuidv7(), $1, current_date - n, (array['USD', 'GBP', 'EUR'])[1 + n % 3], 1000, now()
      from generate_series(1, $2::int) n
    `,
    [accountId, entries],
  )
  await owner.query(
    `
      insert into zakat.profile (
        id,
          account_id,
          period,
          currency,
          zakat_due,
          status,
          start_date,
          anniversary,
          anchor_year,
          anchor_month,
          anchor_day,
          time_zone,
          rule_set_id,
          prices,
          encrypted,
          created_at
      )
      values (
        uuidv7(),
          $1,
          '1449',
          'GBP',
          5000000,
          'DUE',
          current_date - 340,
          current_date + 14,
          'lunar',
          1,
          1,
          'Europe/London',
          'cautious-1',
          '{}',
          '',
          now()
      )
    `,
    [accountId],
  )
  await owner.query(
    `
      insert into currencies.rate (currency, day, source, per_euro)
      select currency, current_date - n, 'ecb', 1 + n / 1000.0
      from generate_series(0, 800) n, unnest(array['USD', 'GBP']) currency
      on conflict do nothing
    `,
  )
  return accountId
}

/** Deletes the donor's donations, because they have no ledger entries and the ledger is verified afterwards. */
export const removeZakatDonor = (owner: pg.Client, accountId: string): Promise<unknown> =>
  owner.query(
    `set session_replication_role = replica; delete from giving.donation where account_id = '${accountId}';
     delete from payments.attempt where scope = 'account:${accountId}'; delete from payments.intent where scope = 'account:${accountId}';
     set session_replication_role = origin`,
  )

/**
 * Returns the milliseconds of each read of the zakat status: in the database by its own log (parse, plan and execute),
 * the client's wait for statements, and the total. Also returns the processor time of its connection, which hardly
 * depends on other load.
 */
export async function timeZakatState(databaseUrl: string, accountId: string, rounds = 110) {
  const warmUp = 10
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c log_duration=on -c client_min_messages=log')
  const database = openDatabase({
    url: url.href,
    max: 1,
    name: 'bench',
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  let inDatabase = 0
  let atClient = 0
  database.pool.on('connect', (client) =>
    client.on('notice', ({ message }) => {
      inDatabase += Number(/^duration: ([\d.]+) ms/.exec(message ?? '')?.[1] ?? 0)
    }),
  )
  // One at a time, so that no statement waits for a connection while it is timed.
  let last: Promise<unknown> = Promise.resolve()
  const statement: Ports['statement'] = <Row>(name: string, text: string, values: readonly unknown[]) => {
    const next = last.then(async () => {
      const start = performance.now()
      const rows = await database.statement<Row>(name, text, values)
      atClient += performance.now() - start
      return rows
    })
    last = next
    return next
  }
  const viewer = { kind: 'account', accountId, preferences: {} } as unknown as AccountViewer
  const times: { readonly inDatabase: number; readonly atClient: number; readonly whole: number }[] = []
  let online = 0
  const [backend] = await statement<{ readonly pid: number }>('bench.pid', 'select pg_backend_pid() as pid', [])
  const backendPids = backend ? [backend.pid] : []
  let cpuBefore = 0
  for (let round = 0; round < rounds; round++) {
    if (round === warmUp) cpuBefore = cpuMsOf(backendPids)
    inDatabase = 0
    atClient = 0
    const start = performance.now()
    const state = await readZakatState({ statement, clock: () => new Date() }, viewer, {
      timeZone: undefined,
      country: 'GB',
    })
    times.push({ inDatabase, atClient, whole: performance.now() - start })
    online = state.online.items.length
  }
  const cpuMsPerOp = (cpuMsOf(backendPids) - cpuBefore) / (rounds - warmUp)
  await database.close()
  return { times: times.slice(warmUp), online, cpuMsPerOp }
}
