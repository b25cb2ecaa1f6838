import type { OwnershipChange } from '#modules/causes/organizations/index.ts'
import { contactsOf } from '#modules/platform/identity/index.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { isolate, type Locale, type Params } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { type CharityMail, mailOwners, mailTexts } from './mail-owners.ts'
import type { FundraisingPorts } from '../ports.ts'

type NamedCharity = { readonly id: bigint; readonly name: string; readonly nameAr: string | null }
type Parties = Pick<OwnershipChange, 'ownerId' | 'role' | 'successorId' | 'requestedById'>

const textOfRole = (locale: Locale, role: NonNullable<OwnershipChange['role']>): string =>
  textsOf('organizers/fundraising-mails', locale)(`role.${role}`)

/** Returns the names of accounts for mails. */
async function namesOf(db: Db, ids: readonly (string | null)[]): Promise<(id: string | null) => string> {
  const known = ids.flatMap((id) => id ?? [])
  const names = new Map(
    (await contactsOf(db, [...new Set(known)])).map(({ id, firstName, lastName }) => [
      id,
      `${firstName} ${lastName}`.trim(),
    ]),
  )
  return (id) => isolate((id && names.get(id)) ?? '')
}

/** Returns one sentence that says what a change of ownership does, by language. */
async function changeSentence(db: Db, change: Parties): Promise<(locale: Locale) => string> {
  const name = await namesOf(db, [change.ownerId, change.successorId])
  return (locale) => {
    const params = {
      owner: name(change.ownerId),
      successor: name(change.successorId),
      role: change.role ? textOfRole(locale, change.role) : '',
    }
    const t = mailTexts(locale, params)
    if (change.ownerId === null) return t('change.joins')
    if (change.successorId !== null) return t('change.transfer')
    return t(change.role === null ? 'change.leaves' : 'change.demotes')
  }
}

/** Mails the owners and everyone concerned about a change of ownership. */
export async function mailChange(
  ports: FundraisingPorts,
  tx: Tx,
  charity: NamedCharity,
  input: {
    readonly change: Parties & Pick<OwnershipChange, 'id' | 'effectiveAt'>
    readonly kind: CharityMail
    /** Whose action this is; null: the clock. */
    readonly byId?: string | null
    readonly message?: string
  },
): Promise<void> {
  const { change, kind } = input
  const sentence = await changeSentence(tx, change)
  const name = await namesOf(tx, [input.byId ?? null])
  await mailOwners(ports, tx, charity, {
    kind,
    key: `ownership.${change.id}.${kind}`,
    alsoTo: [change.ownerId, change.successorId, change.requestedById].flatMap((id) => id ?? []),
    params: (locale) => ({
      change: sentence(locale),
      name: name(input.byId ?? null),
      date: change.effectiveAt ? formatDay(localDateIn('UTC', change.effectiveAt), locale) : '',
    }),
    ...(input.message ? { message: () => input.message ?? '' } : {}),
    path: '/team',
  })
}

/** Mails the owners, and the person concerned, about a member's new, changed or ended role (accounts-15). */
export async function mailMemberChange(
  ports: FundraisingPorts,
  tx: Tx,
  charity: NamedCharity,
  input: {
    readonly kind: 'member-invited' | 'member-joined' | 'member-changed' | 'member-removed'
    readonly byId: string
    readonly accountId?: string
    readonly email?: string
    readonly role: NonNullable<OwnershipChange['role']>
    readonly from?: NonNullable<OwnershipChange['role']>
    /** Owners until this transaction. */
    readonly alsoTo?: readonly string[]
  },
): Promise<void> {
  const name = await namesOf(tx, [input.byId, input.accountId ?? null])
  const params = (locale: Locale): Params => ({
    name: name(input.byId),
    member: input.email ? `\u2066${input.email}\u2069` : name(input.accountId ?? null),
    role: textOfRole(locale, input.role),
    from: input.from ? textOfRole(locale, input.from) : '',
  })
  await mailOwners(ports, tx, charity, {
    kind: input.kind,
    key: `${input.kind}.${ports.newId()}`,
    alsoTo: [...(input.accountId ? [input.accountId] : []), ...(input.alsoTo ?? [])],
    params,
    path: '/team',
  })
}
