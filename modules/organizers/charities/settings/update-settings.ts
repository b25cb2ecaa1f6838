import { createHash } from 'node:crypto'
import { generalFundOf, renameCharity } from '#modules/causes/campaigns/index.ts'
import {
  findOwnOrganizations,
  type OwnOrganization,
  waitingEmail,
  lockNames,
  lockOwnOrganization,
  namesOfOthers,
  saveNameChange,
  waitingName,
  withdrawNameChange,
  updateOrganization,
} from '#modules/causes/organizations/index.ts'
import { findLikeName } from '#modules/causes/organizations/rules/likeness.ts'
import { checkSettings, type Settings, normalizeSettings } from '#modules/causes/organizations/rules/settings.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { checkPhone } from '#modules/platform/identity/rules/phone.ts'
import { findPictures, markUsed } from '#modules/platform/media/index.ts'
import { required } from '#shared/collections.ts'
import { readAmountText } from '#shared/input/typed-number.ts'
import { exponentOf, parseMajor } from '#shared/money.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { isUuid } from '#shared/ids.ts'
import { authorizeForCharity, recordAct } from '../authorize-for-charity.ts'
import type { CharityPorts } from '../ports.ts'
import { screenWithLists } from '../screening/screen.ts'
import { requestCharityEmailChange } from './change-email.ts'

/**
 * The fields to change; missing fields don't change. An empty `logoId` removes the logo, an empty `largeDonationFrom` (in
 * major units) ends the mails about large donations.
 */
export type SettingsChange = Partial<Settings> & { readonly logoId?: string; readonly largeDonationFrom?: string }

/** A charity's settings, with a contact email and a name that wait. */
type CharitySettings = OwnOrganization & {
  readonly version: string
  readonly waitingEmail: string | null
  readonly waitingName: string | null
}

/** Identifies the content of settings: it differs once a field does. */
const versionOf = (own: OwnOrganization): string =>
  createHash('sha256')
    .update(JSON.stringify(own, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
    .digest('base64url')

/** Returns a charity's settings. */
export async function readCharitySettings(ports: CharityPorts, organizationId: bigint): Promise<CharitySettings> {
  const [own, waiting, name] = await Promise.all([
    findOwnOrganizations(ports.db, [organizationId]),
    waitingEmail(ports.db, organizationId, ports.clock()),
    waitingName(ports.db, organizationId),
  ])
  const settings = required(own[0], 'charity')
  return { ...settings, version: versionOf(settings), waitingEmail: waiting, waitingName: name?.name ?? null }
}

/**
 * Changes settings at once, except for the contact email, which changes once it is confirmed by mail (content-28), and
 * the name of a public charity that looks like another name, which waits for staff (content-39). With a fault at any
 * field, nothing is saved. With a version, throws 409 if the settings aren't that version any more; concurrent changes wait
 * for each other, so that none is lost. A new name is screened.
 */
export async function updateSettings(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly organizationId: bigint; readonly version?: string | undefined; readonly change: SettingsChange },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, input.organizationId, 'settings')
  const checked = await readCharitySettings(ports, charity.id)
  const { logoId, largeDonationFrom, ...typed } = input.change
  const change = normalizeSettings(typed)
  const fields: Record<string, Fault> = {
    ...checkSettings(change, change.website ?? checked.website ?? ''),
    ...phoneFault(change.phone),
    ...(await logoFault(ports.db, logoId, checked.logoId, viewer.accountId)),
  }
  const threshold = await readThreshold(ports.db, charity.id, largeDonationFrom)
  if (threshold !== undefined && 'fault' in threshold) fields.largeDonationFrom = threshold.fault
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  const instant = ports.clock()
  const { name, nameAr, ...unnamed } = change
  const { likeName, typedName } = await ports.write(async (tx) => {
    const before = await lockOwnOrganization(tx, charity.id)
    if (input.version !== undefined && input.version !== versionOf(before))
      throw new Problem('conflict', 'settings-changed')
    const typedName = { name: change.name ?? before.name, nameAr: (change.nameAr ?? before.nameAr) || null }
    const isNew = typedName.name !== before.name || typedName.nameAr !== before.nameAr
    const like =
      isNew && charity.verifiedUntil !== null ? await likeNameOf(ports, tx, charity.id, before, typedName) : undefined
    const applied: Partial<Settings> = like === undefined ? change : unnamed
    const columns = {
      ...columnsOf(applied, logoId),
      ...(threshold && 'amount' in threshold ? { large_donation_from: threshold.amount } : {}),
    }
    if (Object.keys(columns).length > 0) await updateOrganization(tx, charity.id, columns)
    if (logoId) await markUsed(tx, [logoId], instant)
    if (like !== undefined)
      await saveNameChange(tx, { id: ports.newId(), organizationId: charity.id, ...typedName, likeName: like }, instant)
    else if (isNew) await withdrawNameChange(tx, charity.id)
    if (applied.name !== undefined && applied.name !== before.name)
      await renameCharity(tx, { organizationId: charity.id, from: before.name, to: applied.name, at: instant })
    if (change.email !== undefined && change.email !== before.email)
      await requestCharityEmailChange(ports, tx, { charity: before, email: change.email, locale: context.locale })
    const others = {
      ...(logoId === undefined ? {} : { logoId }),
      ...(threshold && 'amount' in threshold ? { largeDonationFrom: String(threshold.amount ?? '') } : {}),
    }
    const changed = Object.keys({ ...change, ...others })
    await recordAct(tx, {
      viewer,
      context,
      organizationId: charity.id,
      act: 'settings-changed',
      at: instant,
      details: {
        from: Object.fromEntries(changed.map((field) => [field, String(before[field as keyof OwnOrganization] ?? '')])),
        to: { ...change, ...others },
      },
    })
    return { likeName: like, typedName }
  })
  if (name !== undefined || nameAr !== undefined)
    await screenWithLists(
      ports,
      charity.id,
      likeName === undefined
        ? []
        : [typedName.name, typedName.nameAr ?? ''].flatMap((waiting) =>
            waiting === '' ? [] : [{ subject: 'public-name' as const, name: waiting, birthYear: null }],
          ),
    )
}

/**
 * Returns the name that a charity's new name looks like: another charity's public, legal or waiting name, or the
 * platform's. Only a changed name is compared.
 */
async function likeNameOf(
  { productName }: CharityPorts,
  tx: Tx,
  organizationId: bigint,
  before: Pick<OwnOrganization, 'name' | 'nameAr'>,
  typedName: { readonly name: string; readonly nameAr: string | null },
): Promise<string | undefined> {
  await lockNames(tx)
  const names = [productName, ...(await namesOfOthers(tx, organizationId))]
  const changed = [
    ...(typedName.name === before.name ? [] : [typedName.name]),
    ...(typedName.nameAr === null || typedName.nameAr === before.nameAr ? [] : [typedName.nameAr]),
  ]
  for (const name of changed) {
    const found = findLikeName(name, names)
    if (found !== undefined) return found
  }
  return undefined
}

/** Reads the amount from which the team is mailed about a donation; null: no mails. Undefined: it doesn't change. */
async function readThreshold(
  db: Db,
  organizationId: bigint,
  text: string | undefined,
): Promise<{ readonly amount: bigint | null } | { readonly fault: Fault } | undefined> {
  if (text === undefined) return undefined
  if (text.trim() === '') return { amount: null }
  const { currency } = required(await generalFundOf(db, organizationId), 'general fund')
  const read = readAmountText(text, exponentOf(currency))
  if (typeof read !== 'string') return { fault: read }
  const amount = parseMajor(read, currency)?.amount
  return amount ? { amount } : { fault: { code: 'number-invalid' } }
}

function phoneFault(phone: string | undefined): Record<string, Fault> {
  const fault = phone ? checkPhone(phone) : undefined
  return fault ? { phone: fault } : {}
}

/** Checks that a logo is a picture of the member who chooses it, or the charity's current one. */
async function logoFault(
  db: Db,
  logoId: string | undefined,
  own: string | null,
  accountId: string,
): Promise<Record<string, Fault>> {
  if (!logoId || logoId === own) return {}
  const [picture] = isUuid(logoId) ? await findPictures(db, [logoId]) : []
  return picture?.accountId === accountId ? {} : { logoId: { code: 'picture-not-found' } }
}

const columnNames = {
  name: 'name',
  about: 'about',
  phone: 'phone',
  primaryColour: 'primary_colour',
  facebook: 'facebook',
  twitter: 'twitter',
  instagram: 'instagram',
  youtube: 'youtube',
  linkedin: 'linkedin',
  thanksEn: 'thanks_en',
  thanksAr: 'thanks_ar',
} as const

const columnsOf = (change: Partial<Settings>, logoId: string | undefined): Record<string, string | null> => ({
  ...Object.fromEntries(
    (Object.keys(columnNames) as (keyof typeof columnNames)[]).flatMap((field) =>
      change[field] === undefined ? [] : [[columnNames[field], change[field]]],
    ),
  ),
  ...(change.nameAr === undefined ? {} : { name_ar: change.nameAr || null }),
  ...(change.website === undefined ? {} : { website: change.website || null }),
  ...(logoId === undefined ? {} : { logo_id: logoId || null }),
})
