import { required, one } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import { findPaidDonations } from '#modules/money/giving/index.ts'
import { type AddressDraft, checkTaxAddress, stripAddress } from '#modules/platform/addresses/rules/address.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { queueMails } from '#modules/platform/notifications/index.ts'
import { issuersOf } from '#modules/causes/organizations/index.ts'
import type { ReceiptPorts } from './receipt-link.ts'
import { snapshotAddressOf, type ReceiptChanges, mailOf, receiptOf } from './issue-receipts.ts'
import {
  donationsOfReceipt,
  findReceipt,
  insertReceipts,
  insertVoid,
  serialKey,
  allocateSerials,
} from './queries/issued.ts'
import { serialYearOf } from './rules/serial.ts'
import type { SnapshotAddress } from './rules/snapshot-request.ts'

export type ReplacementRequest = {
  readonly receiptId: string
  /** The reason for the audit log and the void row. */
  readonly reason: string
  /** Printed as the donor's name, instead of the name of the donation or an address. */
  readonly name?: string | undefined
  /** Printed instead of the donation's address, with its name unless `name` is set. */
  readonly address?: AddressDraft | undefined
}

/**
 * Voids a receipt and issues its replacement: a new serial that names the old number (ITR 3501(4)), with the current
 * donations and charity and the corrected donor. The old receipt is kept unchanged. Both, the audit entry and the
 * email are one transaction, so each donation has one live receipt at any time (receipts-3). Requires the role finance;
 * refuses members of the charity (accounts-16). Throws
 * `receipt-replaced` if it was replaced before.
 */
export async function replaceReceipt(
  ports: ReceiptPorts,
  viewer: Viewer,
  ip: string,
  request: ReplacementRequest,
): Promise<{ id: string; number: string }> {
  if (viewer.kind !== 'account' || !viewer.roles.some((role) => role === 'finance' || role === 'admin'))
    throw new Problem('authorization', 'not-allowed')
  const old = isUuid(request.receiptId) ? await findReceipt(ports.db, request.receiptId) : undefined
  if (!old) throw new Problem('not-found', 'not-found')
  const address = correctedAddress(request)
  return ports.write(async (tx) => {
    const instant = ports.clock()
    if (!(await insertVoid(tx, old.id, request.reason, instant))) throw new Problem('conflict', 'receipt-replaced')
    const issuer = one(await issuersOf(tx, [old.issuerId]))
    const onIt = new Set(await donationsOfReceipt(tx, old.id))
    const donations = (await findPaidDonations(tx, [old.intentId])).filter((donation) => onIt.has(donation.id))
    await assertNotOwnCharity(tx, viewer.accountId, {
      campaignIds: donations.map(({ campaignId }) => campaignId),
      organizationIds: [old.issuerId],
    })
    const first = donations[0]
    // The payment was refunded meanwhile, so there is nothing left to issue a receipt for.
    if (!first) throw new Problem('conflict', 'receipt-replaced')
    const year = serialYearOf(localDateIn(issuer.timeZone, first.givenAt))
    const last = await allocateSerials(tx, [{ issuerId: issuer.id, year, count: 1 }])
    const serial = required(last.get(serialKey({ issuerId: issuer.id, year }))) + 1n
    const correction: ReceiptChanges = {
      revision: old.revision + 1,
      replaces: { number: old.number, issuedAt: old.issuedAt },
      donor: donorOf(request.name, address, {
        name: old.snapshot.donor.name || first.name,
        address: old.snapshot.donor.address ?? snapshotAddressOf(donations),
      }),
    }
    const receipt = receiptOf(ports, { issuer, year, donations }, serial, instant, correction)
    await insertReceipts(tx, [receipt])
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'receipts.receipt-replaced',
      object: `receipt:${old.id}`,
      at: instant,
      ip,
      details: {
        reason: request.reason,
        number: old.number,
        replacement: receipt.snapshot.number,
        corrected: [...(request.name === undefined ? [] : ['name']), ...(address ? ['address'] : [])],
      },
    })
    await queueMails(tx, mailOf(ports, { receipt, first, issuer }), instant)
    return { id: receipt.id, number: receipt.snapshot.number }
  })
}

type Donor = ReceiptChanges['donor']

/** Returns the corrected donor. A corrected name takes precedence over the name of an address. */
function donorOf(name: string | undefined, corrected: SnapshotAddress | undefined, old: Donor): Donor {
  const address = corrected ?? old.address
  if (name === undefined)
    return { name: corrected ? `${corrected.firstName} ${corrected.lastName}` : old.name, address }
  if (!address) return { name, address }
  const { firstName: _first, lastName: _last, ...place } = address
  return { name, address: place }
}

/** Returns the corrected address, which must be complete, because it is for the tax office. */
function correctedAddress({ address }: ReplacementRequest): SnapshotAddress | undefined {
  if (!address) return undefined
  const draft = stripAddress(address)
  const faults = Object.entries(checkTaxAddress(draft))
  if (faults.length > 0)
    throw new Problem('validation', 'invalid-input', {
      fields: Object.fromEntries(faults.map(([field, fault]) => [`address.${field}`, fault])),
    })
  return draft as SnapshotAddress
}
