import { campaignRunBy, runningData, viewsByDay, viewsByOrigin } from '#modules/causes/campaigns/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { ResultOf } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import type { pageViewsContract } from './contract-page-views.ts'
import { daysOfPeriod, type Period } from './rules/period.ts'
import { sharesOf, largestAndOthers } from './rules/shares.ts'

const sourcesShown = 15

/**
 * Returns the views of a fundraiser's page for its team (content-45). Days are in UTC, the period's in the charity's time
 * zone. Throws 404 for a fundraiser that the viewer doesn't run, and 403 for members who see no figures.
 */
export async function readPageViews(
  ports: Ports,
  viewer: AccountViewer,
  { campaignId, period }: { readonly campaignId: bigint; readonly period: Period },
): Promise<ResultOf<typeof pageViewsContract, 'GET /v4/campaigns/:campaignId/page-views'>> {
  await campaignRunBy(ports, viewer, campaignId, 'figures')
  const { createdAt, timeZone } = await runningData(ports, campaignId)
  const { from, to } = daysOfPeriod(period, { now: ports.clock(), since: createdAt, timeZone })
  const [days, origins] = await Promise.all([
    viewsByDay(ports, campaignId, from),
    viewsByOrigin(ports, campaignId, from),
  ])
  const views = days.reduce((sum, day) => sum + day.views, 0)
  const recorded = origins.devices.reduce((sum, device) => sum + device.views, 0)
  return {
    period,
    from,
    to,
    views,
    days,
    sources: sharesOf(largestAndOthers(origins.sources, sourcesShown), recorded),
    devices: sharesOf(origins.devices, recorded),
    unrecorded: Math.max(0, views - recorded),
  }
}
