import type { Answer, RequestContext } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type IdentityPorts, verifyToken, type Viewer } from '#modules/platform/identity/index.ts'
import { type FileState, toFileResponse, toWaitResponse } from './documents/file-response.ts'
import { findReceiptDocument, type ReceiptFormat } from './queries/documents.ts'
import { findReceipt, liveReceiptsOfIntent, type IssuedReceipt } from './queries/issued.ts'
import { isRetainedForAccountingOnly } from './queries/erasure.ts'
import { donationsOfReceipt, isGuestsReceipt, ownsReceipt } from './queries/owned.ts'

/** The ports to check who reads a receipt. */
export type ReceiptReaderPorts = Ports & Pick<IdentityPorts, 'tokenSecret'>

type Request = { readonly receiptId: string; readonly format: ReceiptFormat; readonly token?: string | undefined }

/**
 * Returns a receipt to the account of its donation, to the guest, or to the holder of the donation's or the receipt's
 * token; throws `not-found` for everyone else (security-3).
 */
async function findReadableReceipt(
  ports: ReceiptReaderPorts,
  viewer: Viewer,
  { receiptId, token }: Pick<Request, 'receiptId' | 'token'>,
): Promise<IssuedReceipt> {
  const receipt = isUuid(receiptId) ? await findReceipt(ports.db, receiptId) : undefined
  if (!receipt || !(await canSee(ports, viewer, receipt, token))) throw new Problem('not-found', 'not-found')
  return receipt
}

/** Returns the ids of a receipt's donations to those who may read the receipt; throws `not-found` for everyone else. */
export const readableDonations = async (
  ports: ReceiptReaderPorts,
  viewer: Viewer,
  request: Pick<Request, 'receiptId' | 'token'>,
): Promise<string[]> => donationsOfReceipt(ports.db, (await findReadableReceipt(ports, viewer, request)).id)

/**
 * Returns the document of a receipt to those who may read it. A request for a document that isn't made yet queues the
 * job that makes it and returns 202.
 */
export async function receiptDocument(
  ports: IdentityPorts,
  viewer: Viewer,
  context: Pick<RequestContext, 'locale' | 'acceptHeader'>,
  { receiptId, format, token }: Request,
): Promise<Answer<FileState>> {
  const receipt = await findReadableReceipt(ports, viewer, { receiptId, token })
  const document = await findReceiptDocument(ports.db, receipt.id, format, receipt.voidedAt !== null)
  if (document) return toFileResponse(document, { format, name: `receipt-${receipt.number}` })
  await ports.write((tx) =>
    ports.enqueue(tx, 'receipts:make_document', { receiptId: receipt.id }, { key: `receipt-document:${receipt.id}` }),
  )
  return toWaitResponse(context)
}

async function canSee(
  ports: ReceiptReaderPorts,
  viewer: Viewer,
  receipt: IssuedReceipt,
  token: string | undefined,
): Promise<boolean> {
  if (token !== undefined && (holdsDonation(ports, receipt.intentId, token) || holdsReceipt(ports, receipt.id, token)))
    return !(await isRetainedForAccountingOnly(ports, receipt.id))
  switch (viewer.kind) {
    case 'account':
      return ownsReceipt(ports, viewer.accountId, receipt.id)
    case 'guest':
      return isUuid(viewer.guestId) && isGuestsReceipt(ports, viewer.guestId, receipt.id)
    case 'basket':
    case 'first-factor':
    case 'anonymous':
      return false
  }
}

function holdsDonation(ports: ReceiptReaderPorts, intentId: string, token: string): boolean {
  const payload = verifyToken(ports.tokenSecret, token, ports.clock())
  return payload?.kind === 'donation' && payload.subject === intentId
}

function holdsReceipt(ports: ReceiptReaderPorts, receiptId: string, token: string): boolean {
  const payload = verifyToken(ports.tokenSecret, token, ports.clock())
  return payload?.kind === 'receipt' && payload.subject === receiptId
}

/** Returns the live receipts of one payment to the holder of its token; none until they are issued. */
export async function receiptsOfDonation(
  ports: IdentityPorts,
  { intentId, token }: { intentId: string; token: string },
) {
  if (!holdsDonation(ports, intentId, token)) throw new Problem('not-found', 'not-found')
  const receipts = await liveReceiptsOfIntent(ports.db, intentId)
  return { receipts: receipts.map(({ id, number, snapshot }) => ({ id, number, organization: snapshot.issuer.name })) }
}
