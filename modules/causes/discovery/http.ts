import type { Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers, ParsedInputOf } from '#shared/endpoint.ts'
import { choices } from './choices.ts'
import type { discoveryContract } from './contract.ts'
import { platformFigures } from './figures.ts'
import { listCurrentEvents, getEvent, listWith, supportersWith } from './events.ts'
import { featuredDocuments, listPublicCharities } from './queries/collections.ts'
import { countedMax, type Filters, offsetMax, normalizeQuery } from './rules/filters.ts'
import { search } from './search.ts'
import { type DiscoveryPorts, showCards, showCardsById } from './show-cards.ts'
import { suggest } from './suggest.ts'
import { olderCardOf, olderOrganizationCardOf, organizationCardOf } from './views.ts'

type Searched = ParsedInputOf<typeof discoveryContract, 'GET /v4/discovery/cards'>

const filtersOf = (input: Searched): Filters => ({
  q: normalizeQuery(input.q),
  categories: input.category,
  countries: input.country,
  charities: input.charity,
  schools: input.school,
  recipients: input.recipients,
  zakat: input.zakat,
  giftAid: input.giftAid,
  nearGoal: input.nearGoal,
  endingSoon: input.endingSoon,
  isNew: input.new,
  // The call's own default; the page opens on what is nearest to its goal.
  sort: input.sort ?? (input.q === '' ? 'newest' : undefined),
})

async function searched(app: DiscoveryPorts, input: Searched) {
  // One more than is shown, to know whether there is a next page.
  const page = await search(app, {
    filters: filtersOf(input),
    limit: input.limit + 1,
    offset: input.offset,
    now: app.clock(),
  })
  const next = input.offset + input.limit
  return {
    shown: await showCards(app, page.found.slice(0, input.limit), input.adSpotType),
    about: {
      total: Math.min(page.total, countedMax),
      isMore: page.total > countedMax,
      next: page.found.length > input.limit && next <= offsetMax ? next : null,
      corrected: page.corrected,
      anyWord: page.anyWord,
    },
  }
}

export const discoveryHandlers: Handlers<typeof discoveryContract, DiscoveryPorts, Viewer> = {
  'GET /v4/discovery/cards': async ({ app, input }) => {
    const { shown, about } = await searched(app, input)
    return { results: shown.map(({ card }) => card), ...about }
  },
  'GET /api/cards/card': async ({ app, input }) => {
    const { shown, about } = await searched(app, { ...input, q: input.q || (input.query ?? '') })
    return { results: shown.map(olderCardOf), ...about }
  },
  'GET /v4/discovery/choices': ({ app }) => choices(app),
  'GET /v4/discovery/suggestions': async ({ app, input, context }) => ({
    suggestions: await suggest(app, input.q, context.locale),
  }),
  'GET /v4/discovery/figures': ({ app, input }) => platformFigures(app, input.currency),
  'GET /v4/discovery/featured': async ({ app, input }) => {
    const views = await showCards(app, await featuredDocuments(app, input, app.clock()), input.adSpotType)
    return { results: views.map(({ card }) => card) }
  },
  'GET /v4/discovery/organizations': async ({ app, input }) => ({
    results: (await listPublicCharities(app, input)).map(organizationCardOf),
  }),
  'GET /api/cards/featured': async ({ app, input }) => {
    if ((input.type ?? input.docType) === 'organization')
      return {
        results: (await listPublicCharities(app, input)).map((charity) =>
          olderOrganizationCardOf(organizationCardOf(charity)),
        ),
      }
    return {
      results: (await showCards(app, await featuredDocuments(app, input, app.clock()), input.adSpotType)).map(
        olderCardOf,
      ),
    }
  },
  'GET /cards/campaigns/by-id-list': async ({ app, input }) => {
    const ids = input.id_list.split(',').slice(0, input.limit).map(BigInt)
    return { results: (await showCardsById(app, ids, input.adSpotType)).map(({ card }) => card) }
  },
  'GET /api/projectapi/fetchProjectListItems': async ({ app, input }) => {
    const { list, shown } = await listWith(app, BigInt(input.listId))
    return { ID: list.id.toString(), Title: list.title, Items: shown.map(olderCardOf) }
  },
  'GET /v4/discovery/events': async ({ app }) => ({ events: await listCurrentEvents(app) }),
  'GET /v4/events/by-slug/:slug': async ({ app, input }) => {
    const { event, shown } = await getEvent(app, { slug: input.slug })
    const { listId: _, ...rest } = event
    return { ...rest, id: event.id.toString(), campaigns: shown.map(({ card }) => card) }
  },
  'POST /api/communitypage/communityListByEventId': async ({ app, input }) => {
    const campaignId = /^campaign-(\d+)$/.exec(input.eventId)?.[1]
    const { event, shown } =
      campaignId === undefined
        ? await getEvent(app, { id: BigInt(input.eventId) })
        : await supportersWith(app, BigInt(campaignId))
    return {
      Event: {
        ID: input.eventId,
        Slug: event.slug,
        Title: event.title,
        StartDate: event.startsOn,
        EndDate: event.endsOn,
      },
      results: shown.slice(input.offset, input.offset + input.limit).map(olderCardOf),
      total: shown.length,
    }
  },
}
