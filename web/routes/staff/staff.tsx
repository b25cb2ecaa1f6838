import { Outlet } from 'react-router'
import type { RenderContext } from '#server/pages/render-context.ts'
import { required } from '#shared/collections.ts'
import { StaffSessionNotice } from '#web/features/platform/identity/staff-session.tsx'
import { staffSections } from '#web/features/trust/moderation/sections.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { SideNav } from '#web/ui/side-nav.tsx'
import '#web/styles/kit/side-nav.css'
import type { Route } from './+types/staff'
import { deskNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = deskNamespaces

const refundsPath = '/staff/refunds'
/** Shown only where charities are paid out. */
const payoutPaths: readonly string[] = ['/staff/payouts', '/staff/bank-details']

/** The layout of staff pages; 404 for donors. Each page checks the role again. */
export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, hasPayouts }) => {
    const me = await api('GET /api/user/current', {})
    if (me.roles.length === 0) throw new Response(null, { status: 404 })
    return {
      roles: me.roles,
      hasPayouts,
      waiting: me.roles.some((role) => refundRoles.includes(role)) ? await countOpenRefundTasks(api) : 0,
    }
  })

const refundRoles: readonly string[] = [
  ...required(staffSections.find(({ path }) => path === refundsPath)).roles,
  'admin',
]

/** Returns the number of refund requests, disputes without evidence, manual reviews and failed events. */
async function countOpenRefundTasks(api: RenderContext['api']): Promise<number> {
  const [{ requests }, { manualReviews }, { events }, { refunds }] = await Promise.all([
    api('GET /v4/staff/refund-requests', {}),
    api('GET /v4/staff/refunds/manual-review', {}),
    api('GET /v4/staff/failed-events', {}),
    api('GET /v4/staff/refunds', { state: 'pending' }),
  ])
  return (
    requests.length +
    manualReviews.length +
    events.length +
    refunds.filter(({ evidenceDueAt }) => evidenceDueAt !== null).length
  )
}

export default function Staff({ loaderData: { roles, waiting, hasPayouts } }: Route.ComponentProps) {
  const t = useText()
  const sections = staffSections.filter(
    (section) =>
      (roles.includes('admin') || section.roles.some((role) => roles.includes(role))) &&
      (hasPayouts || !payoutPaths.includes(section.path)),
  )
  return (
    <SideNav
      label={t('staff.nav')}
      root="/staff"
      isWide
      links={sections.map(({ path, label, group }) => ({
        path,
        group: group && t(group),
        label: path === refundsPath && waiting > 0 ? t('staff.waiting', { label: t(label), count: waiting }) : t(label),
      }))}
    >
      <Outlet />
      <StaffSessionNotice />
    </SideNav>
  )
}
