import { one } from '#shared/collections.ts'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { PaymentProvider } from '#modules/money/payments/index.ts'
import type { ReportedCharge } from '#modules/money/payments/port.ts'
import { projectDir } from '../config/config.ts'

export type Finding = {
  readonly title: string
  readonly count: number
  readonly rows: readonly object[]
  readonly note?: string
}

/**
 * Returns the checks in `database/checks/` in order. Each is a query that finds no rows while the ledger is correct.
 */
export function readLedgerChecks(): readonly { readonly title: string; readonly text: string }[] {
  const folder = path.join(projectDir, 'database/checks')
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort((a, b) => Number(a.slice(1, -4)) - Number(b.slice(1, -4)))
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
    .map((text) => ({ title: one(text.split('\n')).replace(/^-- /, ''), text }))
}

/**
 * Runs all checks in `database/checks/` and compares the ledger with each provider's report of charges (ledger-7).
 * `now` is the time at which overdue entries are determined, by default the database's.
 */
export async function verifyLedger(
  url: string,
  providers: readonly PaymentProvider[] = [],
  now?: Date,
): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const findings: Finding[] = []
    for (const { title, text } of readLedgerChecks()) {
      const { rows } = await client.query(
        now ? text.replaceAll('now()', `timestamptz ${pg.escapeLiteral(now.toISOString())}`) : text,
      )
      findings.push({ title, count: rows.length, rows })
    }
    findings.splice(4, 0, await compareWithProviders(client, providers))
    return findings
  } finally {
    await client.end()
  }
}

type Comparison = Omit<Finding, 'title' | 'count'>

/**
 * Q5: compares each provider's charges, refunds and dispute fees with ours, row by row. A refund of unknown outcome may be
 * present or absent at the provider.
 */
async function compareWithProviders(client: pg.Client, providers: readonly PaymentProvider[]): Promise<Finding> {
  const title = 'Q5: charges that only the provider or only we have, and differing amounts, refunds or dispute fees'
  const compared: Comparison[] = []
  for (const provider of providers) compared.push(await compareWithProvider(client, provider))
  const rows = compared.flatMap((comparison) => comparison.rows)
  const notes = compared.flatMap(({ note }) => note ?? [])
  if (providers.length === 0) notes.push('not compared with any provider: compare with their reports')
  return { title, count: rows.length, rows, ...(notes.length > 0 ? { note: notes.join('; ') } : {}) }
}

async function compareWithProvider(client: pg.Client, provider: PaymentProvider): Promise<Comparison> {
  const { name } = provider
  if (!provider.reportCharges) return { rows: [], note: `${name} has no report for us: compare with its dashboard` }
  const report = await provider.reportCharges()
  if (report.kind === 'unreachable') return { rows: [], note: `not compared with ${name}, which can’t be reached` }
  // An unreadable report may contain charges that we don't have, so the check must not pass.
  if (report.kind === 'unreadable')
    return { rows: [{ provider: name, status: report.status }], note: `${name} returned no report of its charges` }
  const { rows } = await client.query<{
    id: string
    amount: string
    currency: string
    refunded: string
    unknown: string
    dispute_fees: string
  }>(
    `
      select
        a.provider_charge_id as id,
        a.amount::text,
        a.currency,
        coalesce(
          sum(r.amount) filter (where r.state in ('pending', 'requires_action', 'succeeded')), 0
        )::text as refunded,
        coalesce(sum(r.amount) filter (where r.state = 'requested'), 0)::text as unknown,
        (
          select coalesce(string_agg(f.fee, ', ' order by f.fee collate "C"), '')
          from (
            select sum(e.amount)::text || ' ' || e.currency as fee
            from ledger.tx t
            join ledger.entry e on e.tx_id = t.id
            where t.source_type = 'dispute' and t.source_id = a.intent_id and e.account = 'dispute_fee_expense'
            group by e.currency
            having sum(e.amount) <> 0
          ) f
        ) as dispute_fees
      from payments.attempt a
      left join refunds.refund r on r.intent_id = a.intent_id
      where a.state = 'SUCCEEDED' and a.provider = $1
      group by a.id
    `,
    [name],
  )
  const theirsById = new Map(report.charges.map((charge) => [charge.id, charge]))
  const ours = new Map(
    rows.map((row) => {
      const refunded = theirsById.get(row.id)?.refunded ?? 0n
      const isPossible = refunded === BigInt(row.refunded) + BigInt(row.unknown)
      return [row.id, describe({ ...row, refunded: isPossible ? refunded : row.refunded, fees: row.dispute_fees })]
    }),
  )
  const theirs = new Map(
    report.charges.map((charge) => [charge.id, describe({ ...charge, fees: describeFees(charge.disputeFees) })]),
  )
  const returned = await findReturnedCharges(client, name)
  const isReturned = (id: string): boolean => {
    const charge = theirsById.get(id)
    return returned.has(id) && !ours.has(id) && charge !== undefined && charge.refunded === charge.amount
  }
  const different = [...new Set([...ours.keys(), ...theirs.keys()])].filter(
    (id) => ours.get(id) !== theirs.get(id) && !isReturned(id),
  )
  return {
    rows: different.map((id) => ({
      provider: name,
      charge: id,
      ours: ours.get(id) ?? null,
      theirs: theirs.get(id) ?? null,
    })),
  }
}

/**
 * Returns the charges of unknown donations whose case was resolved, such as those that were lost with a restored backup.
 * Once they are fully refunded at the provider, nothing is owed to anyone.
 */
async function findReturnedCharges(client: pg.Client, provider: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    'select provider_refund_id as id from refunds.manual_review where provider = $1 and intent_id is null and resolved_at is not null',
    [provider],
  )
  return new Set(rows.map(({ id }) => id))
}

const describe = (input: {
  amount: string | bigint
  currency: string
  refunded: string | bigint
  fees: string
}): string =>
  `${input.amount} ${input.currency}, ${input.refunded} refunded${input.fees === '' ? '' : `, ${input.fees} for disputes`}`

const describeFees = (fees: ReportedCharge['disputeFees']): string =>
  fees
    .filter(({ amount }) => amount !== 0n)
    .map(({ amount, currency }) => `${amount} ${currency}`)
    .toSorted()
    .join(', ')
