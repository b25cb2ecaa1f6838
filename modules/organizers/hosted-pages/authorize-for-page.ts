import {
  memberRoleIn,
  type AddressedOrganization,
  findAddressedOrganization,
  assertTwoFactors,
} from '#modules/causes/organizations/index.ts'
import { refusalAfterClosing } from '#modules/causes/organizations/rules/closing.ts'
import { canDo, type MemberRole, type OrganizationAct } from '#modules/causes/organizations/rules/roles.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountRequest, AccountViewer } from '#modules/platform/identity/index.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { HostedPagePorts } from './ports.ts'
import { findHostedPage, type PageRow } from './queries/pages.ts'

/** A page with its charity. */
export type OpenPage = { readonly charity: AddressedOrganization; readonly page: PageRow }

export const hostedPageNotFound = () => new Problem('not-found', 'hosted-page-not-found')

/**
 * Returns the charity if the member's role allows the act on its pages. Throws 404 for accounts that aren't members,
 * which must learn nothing about it (security-3), and 403 for a role that doesn't allow it. The role is read on each
 * call (accounts-13), and so is whether it needs two factors (accounts-14). The pages of a closed charity are read-only for 90 days (content-34).
 */
export async function authorizeForPages(
  ports: Pick<HostedPagePorts, 'db' | 'clock' | 'isTwoFactorRequired'>,
  viewer: AccountViewer,
  subdomain: string,
  act: OrganizationAct,
  how: 'reading' | 'changing' = 'changing',
): Promise<{ readonly charity: AddressedOrganization; readonly role: MemberRole }> {
  const charity = await findAddressedOrganization(ports.db, subdomain)
  const role = charity && (await memberRoleIn(ports.db, viewer.accountId, charity.id))
  if (!charity || !role) throw new Problem('not-found', 'charity-not-found')
  const refusal = refusalAfterClosing(charity.closedAt, { now: ports.clock(), isReading: how === 'reading' })
  if (refusal === 'over') throw new Problem('not-found', 'charity-not-found')
  if (!canDo(role, act)) throw new Problem('authorization', 'not-allowed')
  if (refusal) throw new Problem('conflict', refusal)
  await assertTwoFactors(ports, viewer, { organizationId: charity.id, role })
  return { charity, role }
}

/** Returns one of its pages by its current slug or a former one. */
export async function authorizeForPage(
  ports: Pick<HostedPagePorts, 'db' | 'clock' | 'isTwoFactorRequired'>,
  viewer: AccountViewer,
  ids: { readonly subdomain: string; readonly slug: string },
  act: OrganizationAct,
  how?: 'reading',
): Promise<OpenPage & { readonly role: MemberRole }> {
  const { charity, role } = await authorizeForPages(ports, viewer, ids.subdomain, act, how)
  return { charity, role, page: await pageBySlug(ports.db, charity.id, ids.slug) }
}

async function pageBySlug(db: Db, organizationId: bigint, slug: string): Promise<PageRow> {
  const page = await findHostedPage(db, organizationId, slug)
  if (!page) throw hostedPageNotFound()
  return page
}

const detailMax = 300

/** Shortens a field's value for the audit log. */
const shortened = (value: unknown): unknown =>
  typeof value === 'string' && value.length > detailMax ? `${value.slice(0, detailMax)}…` : value

const shortenedFields = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, shortened(value)]))

/** Writes an act on a page to the audit log, with the changed fields. */
export const recordHostedPageAct = (
  tx: Tx,
  input: {
    readonly by: AccountRequest | null
    readonly page: Pick<PageRow, 'id' | 'organizationId' | 'campaignId'>
    readonly act: string
    readonly at: Date
    readonly before?: Readonly<Record<string, unknown>>
    readonly after?: Readonly<Record<string, unknown>>
  },
) =>
  record(tx, {
    actor: input.by ? { kind: 'account', id: input.by.viewer.accountId } : { kind: 'system' },
    act: `hosted-pages.${input.act}`,
    object: `organization:${input.page.organizationId}`,
    at: input.at,
    ...(input.by ? { ip: input.by.context.ip } : {}),
    details: {
      page: input.page.id,
      campaignId: String(input.page.campaignId),
      ...(input.before ? { before: shortenedFields(input.before) } : {}),
      ...(input.after ? { after: shortenedFields(input.after) } : {}),
    },
  })
