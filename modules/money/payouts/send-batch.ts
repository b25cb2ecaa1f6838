import { createHash } from 'node:crypto'
import { type Actor, record } from '#modules/platform/audit/index.ts'
import {
  type AccountViewer,
  decryptBytes,
  decryptJson,
  encryptBytes,
  requireRecentAuthentication,
} from '#modules/platform/identity/index.ts'
import { post } from '#modules/money/ledger/index.ts'
import { required } from '#shared/collections.ts'
import type { Currency } from '#shared/currencies.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { lockPayoutOfAccount, recheckPayout } from './approve-payout.ts'
import { writePain } from './files/pain.ts'
import type { BankFile, PaymentOrder } from './files/payment-order.ts'
import { printableName } from './files/printable-names.ts'
import { writeTransferCsv } from './files/transfer-csv.ts'
import { mailAboutPayout } from './mails/payout-mails.ts'
import type { PayoutPorts } from './ports.ts'
import {
  type Batch,
  findBatch,
  insertBatch,
  listApprovedAccounts,
  nextBatchNumber,
  type PaidAccount,
  readBatchFile,
} from './queries/batches.ts'
import type { PaidCharity } from './queries/charity.ts'
import { campaignsOfPayout, changePayout, type Payout } from './queries/payouts.ts'
import { type BankFileFormat, formatOf } from './rules/bank-format.ts'
import { sentEntries } from './rules/posting.ts'
import { batchReference, payoutReference } from './rules/reference.ts'

type Numbers = { readonly bankCode: string; readonly id: string; readonly iban: string }
/** A payout with the account that it is paid to. */
type Payable = { readonly payout: Payout; readonly account: PaidAccount; readonly numbers: Numbers }
type Checked = Payable & { readonly paid: PaidCharity }

/**
 * Sends all approved payouts of a currency and format: checks each again, and writes one bank file, the batch, and the
 * ledger transactions in one database transaction (payouts-9, payouts-12). Payouts that no longer fit are cancelled.
 * Throws 409 if nothing is left to send. Requires a recent proof of identity.
 */
export async function sendBatch(
  ports: PayoutPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  { currency, format }: { readonly currency: Currency; readonly format: BankFileFormat },
): Promise<Batch> {
  requireRecentAuthentication(ports, viewer)
  return sendBatchBy(ports, { id: viewer.accountId, ip: context.ip }, { currency, format })
}

/** Sends a batch like `sendBatch`; `by` null: on the command line. */
export async function sendBatchBy(
  ports: PayoutPorts,
  by: { readonly id: string; readonly ip: string } | null,
  { currency, format }: { readonly currency: Currency; readonly format: BankFileFormat },
): Promise<Batch> {
  if (format !== 'csv') senderOf(ports)
  const batch = await ports.write(async (tx) => {
    const checked = await checkApproved(ports, tx, { currency, format })
    await ports.failpoint('in_payout_batch')
    if (checked.length === 0) return undefined
    const written = await writeBatch(ports, tx, { checked, currency, format, createdById: by?.id ?? null })
    await ports.failpoint('in_payout_batch')
    for (const { payout, paid } of checked) await sendPayout(ports, tx, { payout, paid, batch: written })
    await ports.failpoint('in_payout_batch')
    await record(tx, {
      actor: actorOf(by),
      act: 'payouts.batch-sent',
      object: `payout-batch:${written.id}`,
      at: written.createdAt,
      ...(by ? { ip: by.ip } : {}),
      details: {
        number: String(written.number),
        payouts: written.payouts,
        total: String(written.total),
        currency,
        sha256: written.sha256.toString('hex'),
      },
    })
    await ports.failpoint('in_payout_batch')
    return written
  })
  // The cancelled payouts stay cancelled.
  if (!batch) throw new Problem('conflict', 'payout-batch-empty')
  await ports.failpoint('in_payout_batch')
  return batch
}

/** Locks and checks the approved payouts of a format, and returns those that can be sent. */
async function checkApproved(
  ports: PayoutPorts,
  tx: Tx,
  { currency, format }: { readonly currency: Currency; readonly format: BankFileFormat },
): Promise<Checked[]> {
  const checked: Checked[] = []
  for (const account of await listApprovedAccounts(tx, currency)) {
    const numbers = decryptJson(ports.fieldKey, account.numbers, `bank-details:${account.organizationId}`) as Numbers
    if (formatOf(currency, { country: account.country, hasIban: numbers.iban !== '' }) !== format) continue
    const locked = await lockPayoutOfAccount(tx, account.payoutId)
    if (locked.state !== 'approved') continue
    const { payout, paid } = await recheckPayout(ports, tx, locked)
    if (payout.state === 'approved') checked.push({ payout, account, numbers, paid })
  }
  return checked
}

/** Writes the bank file of checked payouts, and stores it encrypted as the next batch. */
export async function writeBatch(
  ports: PayoutPorts,
  tx: Tx,
  input: {
    readonly checked: readonly Payable[]
    readonly currency: Currency
    readonly format: BankFileFormat
    readonly createdById: string | null
  },
): Promise<Batch> {
  const { checked, currency, format } = input
  const id = ports.newId()
  const number = await nextBatchNumber(tx)
  const createdAt = ports.clock()
  const file: BankFile = { reference: batchReference(number), currency, createdAt, orders: checked.map(orderOf) }
  const bytes = format === 'csv' ? writeTransferCsv(file) : writePain(file, senderOf(ports))
  const batch = {
    id,
    number,
    currency,
    format,
    payouts: checked.length,
    total: checked.reduce((sum, { payout }) => sum + payout.total, 0n),
    sha256: createHash('sha256').update(bytes).digest(),
    createdAt,
  }
  const nonce = Buffer.from(ports.newToken(12), 'base64url')
  await insertBatch(tx, {
    ...batch,
    file: encryptBytes(ports.fieldKey, nonce, bytes, boundTo(id)),
    createdById: input.createdById,
  })
  return batch
}

const boundTo = (batchId: string): string => `payout-batch:${batchId}`

const orderOf = ({ payout, account, numbers }: Payable): PaymentOrder => ({
  reference: payoutReference(payout.number),
  name: required(printableName(account.accountName), 'printable name'),
  country: account.country,
  accountType: account.accountType,
  bankCode: numbers.bankCode,
  accountNumber: numbers.id,
  iban: numbers.iban,
  amount: payout.total,
})

/** Returns the operator's account with a printable name. Throws 409 if it isn't set. */
function senderOf({ payoutSettings: { sender } }: PayoutPorts) {
  const name = sender && printableName(sender.name)
  if (!sender || name === undefined) throw new Problem('conflict', 'payout-sender-missing')
  return { name, iban: sender.iban }
}

/** Posts a checked payout and marks it as sent. */
async function sendPayout(
  ports: PayoutPorts,
  tx: Tx,
  { payout, paid, batch }: { readonly payout: Payout; readonly paid: PaidCharity; readonly batch: Batch },
): Promise<void> {
  await post(tx, {
    txId: ports.newId(),
    sourceType: 'payout',
    sourceId: payout.id,
    eventType: 'sent',
    at: batch.createdAt,
    entries: sentEntries(payout.currency, await campaignsOfPayout(tx, payout.id)),
  })
  const sent = await changePayout(tx, payout, { state: 'sent', at: batch.createdAt, batchId: batch.id })
  await mailAboutPayout(ports, tx, { payout: sent, charity: paid.charity, kind: 'sent' })
  if (sent.released > 0n) await mailAboutPayout(ports, tx, { payout: sent, charity: paid.charity, kind: 'released' })
}

const actorOf = (by: { readonly id: string } | null): Actor =>
  by ? { kind: 'account', id: by.id } : { kind: 'system' }

/** Returns the file of a batch to staff with a recent proof of identity, always the same bytes. */
export async function openBatchFile(
  ports: PayoutPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  batchId: string,
): Promise<{ readonly batch: Batch; readonly bytes: Buffer }> {
  requireRecentAuthentication(ports, viewer)
  const batch = isUuid(batchId) ? await findBatch(ports.db, batchId) : undefined
  if (!batch) throw new Problem('not-found', 'payout-batch-not-found')
  return { batch, bytes: await readBatchBytes(ports, { id: viewer.accountId, ip: context.ip }, batch) }
}

/** Returns the file of a batch, and records the download; `by` null: on the command line. */
export const readBatchBytes = (
  ports: PayoutPorts,
  by: { readonly id: string; readonly ip: string } | null,
  batch: Batch,
): Promise<Buffer> =>
  ports.write(async (tx) => {
    const bytes = decryptBytes(ports.fieldKey, required(await readBatchFile(tx, batch.id)), boundTo(batch.id))
    await record(tx, {
      actor: actorOf(by),
      act: 'payouts.batch-downloaded',
      object: `payout-batch:${batch.id}`,
      at: ports.clock(),
      ...(by ? { ip: by.ip } : {}),
      details: { number: String(batch.number) },
    })
    return bytes
  })
