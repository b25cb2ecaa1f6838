import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { fromProvider } from '#modules/money/payments/providers/stripe/map.ts'
import { projectDir } from '../config/config.ts'

export type Finding = {
  readonly title: string
  readonly count: number
  readonly rows: readonly object[]
  readonly note?: string
}

/**
 * The questions of `database/checks/`, in order; each finds what is wrong, and nothing where the books are in order.
 */
export function checksOfBooks(): readonly { readonly title: string; readonly text: string }[] {
  const folder = path.join(projectDir, 'database/checks')
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort((a, b) => Number(a.slice(1, -4)) - Number(b.slice(1, -4)))
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
    .map((text) => ({ title: text.split('\n')[0]!.replace(/^-- /, ''), text }))
}

/**
 * Asks the database every question of `database/checks/`, and the sandbox for its truth (trust.md section 2, Q1-Q15).
 */
export async function verifyLedger(
  url: string,
  sandbox: { readonly url: string; readonly secretKey: string } | undefined,
): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const findings: Finding[] = []
    for (const { title, text } of checksOfBooks()) {
      const { rows } = await client.query(text)
      findings.push({ title, count: rows.length, rows })
    }
    findings.splice(4, 0, await compareWithProvider(client, sandbox))
    return findings
  } finally {
    await client.end()
  }
}

type Charge = {
  readonly id: string
  readonly payment_intent: string
  readonly amount: number
  readonly currency: string
  readonly refunded: number
  readonly disputeFees: string
}

/**
 * Q5: what the provider charged, gave back and kept for disputes, and what we say of it, row by row. Of a refund whose
 * outcome is unknown either is right.
 */
async function compareWithProvider(
  client: pg.Client,
  sandbox: { readonly url: string; readonly secretKey: string } | undefined,
): Promise<Finding> {
  const title =
    'Q5: charges of the provider that are not ours, ours that are not the provider’s, and amounts, refunds or fees of disputes that differ'
  if (!sandbox) return { title, count: 0, rows: [], note: 'not asked: compare with the provider’s own report' }
  const answer = await fetch(`${sandbox.url}/admin/charges`, {
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
  }).catch(() => undefined)
  if (!answer) return { title, count: 0, rows: [], note: 'the sandbox bank is not running, so it was not asked' }
  const charges = await chargesIn(answer)
  // Whoever is there and cannot be understood may hold charges that are not ours: no question of the books may pass by
  // that.
  if (!charges)
    return { title, count: 1, rows: [{ status: answer.status }], note: 'the sandbox bank gave no list of its charges' }
  const { rows } = await client.query<{
    id: string
    amount: string
    currency: string
    refunded: string
    unknown: string
    dispute_fees: string
  }>(
    `select a.provider_charge_id as id, a.amount::text, a.currency, coalesce(sum(r.amount) filter (where r.state in ('pending', 'requires_action', 'succeeded')), 0)::text as refunded,
       coalesce(sum(r.amount) filter (where r.state = 'requested'), 0)::text as unknown,
       (select coalesce(string_agg(f.fee, ', ' order by f.fee collate "C"), '') from (
         select sum(e.amount)::text || ' ' || e.currency as fee from ledger.tx t join ledger.entry e on e.tx_id = t.id
         where t.source_type = 'dispute' and t.source_id = a.intent_id and e.account = 'dispute_fee_expense' group by e.currency having sum(e.amount) <> 0) f) as dispute_fees
     from payments.attempt a left join refunds.refund r on r.intent_id = a.intent_id where a.state = 'SUCCEEDED' and a.provider = 'stripe' group by a.id`,
  )
  const told = ({
    amount,
    currency,
    refunded,
    fees,
  }: {
    amount: string | number
    currency: string
    refunded: string | number
    fees: string
  }) => `${amount} ${currency.toUpperCase()}, ${refunded} refunded${fees === '' ? '' : `, ${fees} for disputes`}`
  const truth = new Map(charges.map((charge) => [charge.id, charge]))
  const ours = new Map(
    rows.map((row) => {
      const given = truth.get(row.id)?.refunded ?? 0
      const isPossible = given === Number(row.refunded) + Number(row.unknown)
      return [row.id, told({ ...row, refunded: isPossible ? given : row.refunded, fees: row.dispute_fees })]
    }),
  )
  const theirs = new Map(charges.map((charge) => [charge.id, told({ ...charge, fees: charge.disputeFees })]))
  const different = [...new Set([...ours.keys(), ...theirs.keys()])]
    .filter((id) => ours.get(id) !== theirs.get(id))
    .map((id) => ({ charge: id, ours: ours.get(id) ?? null, theirs: theirs.get(id) ?? null }))
  return { title, count: different.length, rows: different }
}

async function chargesIn(answer: Response): Promise<readonly Charge[] | undefined> {
  type Told = Omit<Charge, 'disputeFees'> & { readonly dispute_fees?: Readonly<Record<string, number>> }
  const { data } = (await answer.json().catch(() => ({}))) as { data?: readonly Told[] }
  return data?.map((charge) => ({
    ...charge,
    amount: Number(fromProvider(charge.amount, charge.currency).amount),
    refunded: Number(fromProvider(charge.refunded, charge.currency).amount),
    disputeFees: Object.entries(charge.dispute_fees ?? {})
      .filter(([, fee]) => fee !== 0)
      .map(([currency, fee]) => `${fromProvider(fee, currency).amount} ${currency.toUpperCase()}`)
      .toSorted()
      .join(', '),
  }))
}
