import { type LocalDate } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { Tx } from '#shared/ports.ts'
import { checkTaxAddress, type PostalAddress, stripAddress } from '#modules/platform/addresses/rules/address.ts'
import { fromWire, toWire, wireNames } from '#modules/platform/addresses/rules/wire.ts'
import type { WireAddress } from '#modules/platform/addresses/contract.ts'
import { record } from '#modules/platform/audit/index.ts'
import { checkPersonName } from '#modules/platform/identity/rules/name.ts'
import { ownsDonation } from '#modules/money/giving/index.ts'
import { findAccountDetails } from './account-cover.ts'
import type { GiftAidOverview } from '../contract-declarations.ts'
import { findCoveredDonations, listUnconfirmed } from './covering.ts'
import { encryptDetails } from './declarer-details.ts'
import { mailDeclarationEnded } from './mails.ts'
import type { DeclarationPorts } from './ports.ts'
import {
  type AccountDonation,
  insertDetails,
  insertExclusion,
  listDeclaredCharities,
  listDonationsToDeclared,
  listWideDeclarations,
  lockClaimOf,
  lockDeclaration,
} from './queries.ts'
import { endDeclarationOn } from './end-declaration-on.ts'
import { ukDayOf } from './rules/coverage.ts'

type Person = { readonly accountId: string; readonly context: Pick<RequestContext, 'ip'> }
const shownDonations = 200

/** Returns the account's declarations and which of its donations they cover. */
export async function readOverview(ports: DeclarationPorts, accountId: string): Promise<GiftAidOverview> {
  const wide = await listWideDeclarations(ports.db, accountId)
  const charities = [
    ...new Set([
      ...wide.map(({ organizationId }) => organizationId),
      ...(await listDeclaredCharities(ports.db, accountId)),
    ]),
  ]
  const donations = await listDonationsToDeclared(ports.db, accountId, {
    organizationIds: charities,
    limit: shownDonations,
  })
  const donationIds = donations.map(({ id }) => id)
  const covered = new Set(
    (
      await Promise.all(charities.map((organizationId) => findCoveredDonations(ports, organizationId, { donationIds })))
    ).flatMap((found) => found.map(({ donationId }) => donationId)),
  )
  const unconfirmed = new Set(await listUnconfirmed(ports.db, donationIds))
  const details = await findAccountDetails(ports, accountId)
  return {
    declarations: wide.map((declaration) => ({
      id: declaration.id,
      charity: charityOf(declaration),
      source: declaration.source,
      scope: declaration.scope,
      declaredOn: declaration.declaredOn,
      coversFrom: declaration.coversFrom,
      coversUntil: declaration.coversUntil,
    })),
    donations: donations.map((donation) => ({
      id: donation.id,
      charity: charityOf(donation),
      campaign: donation.campaign,
      givenOn: donation.givenOn,
      currency: donation.currency,
      gift: donation.gift,
      state: stateOf(donation, { covered, unconfirmed }),
    })),
    details: details && toWire(details),
    today: ukDayOf(ports.clock()),
  }
}

const charityOf = (row: {
  readonly organizationId: bigint
  readonly organization: string
  readonly organizationAr: string | null
}) => ({ id: String(row.organizationId), name: row.organization, nameAr: row.organizationAr })

function stateOf(
  donation: AccountDonation,
  { covered, unconfirmed }: { readonly covered: ReadonlySet<string>; readonly unconfirmed: ReadonlySet<string> },
): GiftAidOverview['donations'][number]['state'] {
  if (donation.isClaimed) return 'claimed'
  if (donation.isExcluded) return 'excluded'
  if (covered.has(donation.id)) return 'covered'
  return unconfirmed.has(donation.id) ? 'unconfirmed' : 'not-covered'
}

const recordAct = (
  ports: DeclarationPorts,
  tx: Tx,
  { accountId, context }: Person,
  entry: {
    readonly act: 'gift-aid.declaration-ended' | 'gift-aid.donation-excluded' | 'gift-aid.details-changed'
    readonly object: string
    readonly details?: object
  },
) =>
  record(tx, {
    actor: { kind: 'account', id: accountId },
    act: entry.act,
    object: entry.object,
    at: ports.clock(),
    ip: context.ip,
    details: { ...entry.details },
  })

/** Ends a declaration of the account from a UK day on, and confirms it by mail (gift-aid-4). */
export async function endDeclaration(
  ports: DeclarationPorts,
  person: Person,
  { declarationId, from }: { readonly declarationId: string; readonly from: LocalDate },
): Promise<void> {
  await ports.write(async (tx) => {
    const declaration = await lockDeclaration(tx, person.accountId, declarationId)
    if (!declaration || declaration.scope === 'donation') throw new Problem('not-found', 'declaration-not-found')
    await endDeclarationOn(tx, declaration, { day: from, at: ports.clock() })
    await recordAct(ports, tx, person, {
      act: 'gift-aid.declaration-ended',
      object: `charity:${declaration.organizationId}`,
      details: { declaration: declaration.id, from },
    })
    await mailDeclarationEnded(ports, tx, { accountId: person.accountId, declaration, from })
  })
}

/** Excludes a donation from Gift Aid unless a submitted claim names it; repeating it changes nothing (gift-aid-3). */
export async function excludeDonation(ports: DeclarationPorts, person: Person, donationId: string): Promise<void> {
  if (!(await ownsDonation(ports, person.accountId, donationId))) throw new Problem('not-found', 'not-found')
  await ports.write(async (tx) => {
    const state = await lockClaimOf(tx, donationId)
    if (state === 'submitted' || state === 'paid') throw new Problem('conflict', 'donation-claimed')
    if (!(await insertExclusion(tx, { donationId, accountId: person.accountId, at: ports.clock() }))) return
    await recordAct(ports, tx, person, { act: 'gift-aid.donation-excluded', object: `donation:${donationId}` })
  })
}

/** Sets the account's name and home address, which later claims use. Throws the faults of the form. */
export async function changeDetails(ports: DeclarationPorts, person: Person, sent: WireAddress): Promise<void> {
  const address = checkedDetails(sent)
  const encrypted = encryptDetails(ports, { accountId: person.accountId }, address)
  await ports.write(async (tx) => {
    await insertDetails(tx, { id: ports.newId(), accountId: person.accountId, encrypted, at: ports.clock() })
    await recordAct(ports, tx, person, { act: 'gift-aid.details-changed', object: `account:${person.accountId}` })
  })
}

/** Checks that a declarer's name and home address are complete. */
function checkedDetails(sent: WireAddress): PostalAddress {
  const { phone: _, name: __, ...draft } = stripAddress(fromWire(sent))
  const names = {
    firstName: checkPersonName(draft.firstName ?? '', 'first'),
    lastName: checkPersonName(draft.lastName ?? '', 'last'),
  }
  const faults = Object.entries({ ...names, ...checkTaxAddress(draft) }).flatMap(([field, fault]) =>
    fault ? [[`address.${wireNames[field as keyof typeof wireNames]}`, fault] as const] : [],
  )
  if (faults.length > 0) throw new Problem('validation', 'invalid-input', { fields: Object.fromEntries(faults) })
  return draft as PostalAddress
}
