import { addDays, daysBetween } from '#shared/date-arithmetic.ts'
import { one } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import type { ResultOf } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import {
  campaignRunBy,
  type RunningData,
  runningData,
  viewsByDay,
  campaignsBelow,
  shownTotal,
  levelsOf,
} from '#modules/causes/campaigns/index.ts'
import { canAct } from '#modules/causes/campaigns/rules/acts.ts'
import { daysLeft, fundedPercentage } from '#modules/causes/campaigns/rules/progress.ts'
import {
  countDonors,
  sumDonationsByDay,
  countDonationSources,
  listOrganizerDonations,
  type SourceOfDonations,
} from '#modules/money/giving/index.ts'
import { readDraft } from '#modules/organizers/fundraising/index.ts'
import type { organizingContract } from './contract.ts'
import {
  claimCounts,
  hasThankYouMessage,
  findThankedDonations,
  countUnthankedSince,
} from './queries/thank-you-messages.ts'
import { offlineSums } from './queries/offline.ts'
import { getChecklist } from './rules/checklist.ts'
import { changeOf, campaignNumbersOf, stepsOf } from './rules/figures.ts'
import { getForecast } from './rules/forecast.ts'
import { type Period, daysOfPeriod, startOfDay } from './rules/period.ts'
import { tasksOf } from './rules/tasks.ts'
import { donationView } from './views.ts'

type Dashboard = ResultOf<typeof organizingContract, 'GET /v4/campaigns/:campaignId/dashboard'>

const latestShown = 8
const sourcesShown = 7
/** Period whose donations are suggested for thanks. */
const thanksWithin: Period = '30'
/** Steps of the checklist that are possible before publication. */
const beforePublic: readonly string[] = ['story', 'picture', 'levels', 'review']
/** Days that a forecast is based on. */
const paceDays = 30

/**
 * Returns a fundraiser's figures for its team (content-16). Days are in its charity's time zone. Figures are null or
 * empty for members who see no money, and the latest donations for those who see no donors (accounts-13).
 */
export async function dashboardOf(
  ports: Ports,
  viewer: AccountViewer,
  input: { campaignId: bigint; period: Period },
): Promise<Dashboard> {
  const { parts, pausedByStaffAt } = await campaignRunBy(ports, viewer, input.campaignId, 'look')
  const canThank = canAct(parts, 'donors') && pausedByStaffAt === null
  const hasFigures = canAct(parts, 'figures')
  const { campaignId, period } = input
  const now = ports.clock()
  const campaign = await runningData(ports, campaignId)
  const { timeZone } = campaign
  const { from, to, before } = daysOfPeriod(period, { now, since: campaign.createdAt, timeZone })
  const earliest = before?.from ?? from
  const daysOld = Math.floor((now.getTime() - campaign.createdAt.getTime()) / dayMs)
  const paceFrom = addDays(to, -Math.min(paceDays - 1, daysOld))
  const bounds = { from: startOfDay(timeZone, from), to: startOfDay(timeZone, addDays(to, 1)) }
  const below = await campaignsBelow(ports.db, campaignId)
  const dayInput = { timeZone, from: startOfDay(timeZone, earliest < paceFrom ? earliest : paceFrom) }
  const [
    shown,
    donations,
    shownDonations,
    views,
    donors,
    donorsBefore,
    sources,
    latest,
    claims,
    offline,
    unthanked,
    isThanked,
  ] = await Promise.all([
    shownTotal(ports.db, campaignId),
    sumDonationsByDay(ports, { ...dayInput, campaignIds: [campaignId] }),
    below.length > 0 ? sumDonationsByDay(ports, { ...dayInput, campaignIds: [campaignId, ...below] }) : null,
    viewsByDay(ports, campaignId, earliest),
    countDonors(ports, { campaignId, ...bounds }),
    before ? countDonors(ports, { campaignId, from: startOfDay(timeZone, before.from), to: bounds.from }) : 0,
    countDonationSources(ports, { campaignId, ...bounds, limit: 200 }),
    listOrganizerDonations(ports, { campaignId, limit: latestShown }),
    claimCounts(ports, campaignId),
    offlineSums(ports.db, campaignId),
    countUnthankedSince(
      ports,
      campaignId,
      startOfDay(timeZone, daysOfPeriod(thanksWithin, { now, since: campaign.createdAt, timeZone }).from),
    ),
    hasThankYouMessage(ports.db, campaignId),
  ])
  const thanked = await findThankedDonations(
    ports.db,
    latest.map(({ id }) => id),
  )
  const figures = campaignNumbersOf({ from, to, donations, views, donors })
  const figuresBefore = before && campaignNumbersOf({ ...before, donations, views, donors: donorsBefore })
  // The chart and the forecast belong to the goal, towards which supporters' pages count (supporters-6).
  const towardsGoal = shownDonations ?? donations
  const { length, steps } = stepsOf({ from, to, donations: towardsGoal, views })
  const percentage = fundedPercentage(shown.raised, campaign.goal)
  const tasks = tasksOf({
    status: campaign.status,
    hasPicture: campaign.hasPicture,
    daysOld,
    daysSinceNews: campaign.lastNewsAt ? Math.floor((now.getTime() - campaign.lastNewsAt.getTime()) / dayMs) : null,
    daysLeft: daysLeft(campaign.endsAt, now),
    percentage,
    donationCount: Number(campaign.donationCount),
    openClaims: claims.reduce((sum, { open }) => sum + open, 0),
    unthanked,
    waitingOffline: offline.waitingCount,
    isPausedByStaff: pausedByStaffAt !== null,
  })
  const { state, checklist } = await readChecklist(ports, campaign, { daysOld, isThanked })
  const endsOn = campaign.endsAt === null ? null : localDateIn(timeZone, campaign.endsAt)
  const figuresShown = {
    forecast: forecastOf(campaign, { raised: shown.raised, donations: towardsGoal, from: paceFrom, to, endsOn }),
    now: figures,
    before: figuresBefore ?? null,
    change: {
      raised: changeOf(figures.raised, figuresBefore?.raised ?? null),
      donors: changeOf(figures.donors, figuresBefore?.donors ?? null),
      average: changeOf(figures.average, figuresBefore?.average ?? null),
      // Conversion is compared only if visits were counted on every day of both periods.
      conversion:
        figuresBefore && isFullyCounted(views, before.from)
          ? changeOf(figures.conversion, figuresBefore.conversion)
          : null,
    },
    total: {
      raised: shown.raised,
      ownRaised: campaign.raised,
      donations: Number(shown.donationCount),
      goal: campaign.goal,
      percentage,
    },
    offline,
    steps,
    sources: sourcesOf(sources),
  }
  return {
    period,
    state,
    endsOn,
    checklist: checklist.map((item) => ({
      ...item,
      canDo: canAct(parts, item.act) && (campaign.status !== 0 || beforePublic.includes(item.step)),
    })),
    from,
    to,
    timeZone,
    currency: campaign.currency,
    stepLength: length,
    latest:
      hasFigures || canAct(parts, 'donors')
        ? latest.map((row) => {
            const { email: _, address: __, phone: ___, ...shown } = donationView(row, { thanks: thanked.get(row.id) })
            return { ...shown, canBeThanked: shown.canBeThanked && canThank }
          })
        : [],
    tasks: tasks.filter(({ act }) => canAct(parts, act)),
    ...(hasFigures ? figuresShown : noFigures),
  }
}

const noFigures = {
  forecast: null,
  now: null,
  before: null,
  change: null,
  total: null,
  offline: null,
  steps: [],
  sources: [],
}

/** Returns the state of a fundraiser and its first-run checklist. */
async function readChecklist(
  ports: Ports,
  runningData: RunningData,
  { daysOld, isThanked }: { daysOld: number; isThanked: boolean },
) {
  const [{ state, missing, content }, levels] = await Promise.all([
    readDraft(ports.db, runningData.id, ports.clock()),
    levelsOf(ports.db, runningData.id),
  ])
  const checklist = getChecklist({
    state,
    isComplete: Object.keys(missing).length === 0,
    hasPicture: content.coverId !== '',
    hasLevels: levels.length > 0,
    daysOld,
    donationCount: Number(runningData.donationCount),
    hasThanked: isThanked,
    hasNews: runningData.lastNewsAt !== null,
  })
  return { state, checklist }
}

/** Extrapolates the pace of the days from `from` to `to`, only while the fundraiser is public. */
function forecastOf(
  runningData: RunningData,
  input: {
    raised: bigint
    donations: Awaited<ReturnType<typeof sumDonationsByDay>>
    from: LocalDate
    to: LocalDate
    endsOn: LocalDate | null
  },
): Dashboard['forecast'] {
  if (runningData.status !== 1) return null
  const recent = input.donations.filter(({ day }) => day >= input.from && day <= input.to)
  return getForecast({
    raised: input.raised,
    goal: runningData.goal,
    recent: {
      raised: recent.reduce((sum, { gift }) => sum + gift, 0n),
      donations: recent.reduce((sum, { donations }) => sum + donations, 0),
      days: daysBetween(input.from, input.to) + 1,
    },
    today: input.to,
    endsOn: input.endsOn,
  })
}

const isFullyCounted = (views: readonly { day: LocalDate }[], from: LocalDate): boolean =>
  views.length > 0 && daysBetween(from, one(views).day) <= 1

/** Returns the sources with the highest sums and the sum of the others, with their percentage of the total. */
function sourcesOf(rows: readonly SourceOfDonations[]): Dashboard['sources'] {
  const whole = rows.reduce((sum, { gift }) => sum + gift, 0n)
  const shown = rows.slice(0, sourcesShown).map(({ kind, name, gift, donations }) => ({
    kind: kind as Dashboard['sources'][number]['kind'],
    name,
    gift,
    donations,
  }))
  const rest = rows.slice(sourcesShown)
  if (rest.length > 0)
    shown.push({
      kind: 'other',
      name: '',
      gift: rest.reduce((sum, { gift }) => sum + gift, 0n),
      donations: rest.reduce((sum, { donations }) => sum + donations, 0),
    })
  return shown.map(({ gift, ...row }) => ({
    ...row,
    raised: gift,
    percentage: whole === 0n ? 0 : Number((gift * 100n) / whole),
  }))
}
