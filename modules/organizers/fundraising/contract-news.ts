import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { richNode } from '#modules/causes/campaigns/contract.ts'
import { endpoint } from '#shared/endpoint.ts'

const campaignId = numericId
const done = z.object({ done: z.literal(true) })

const news = z.object({
  id: z.string(),
  title: z.string(),
  /** Sanitized HTML, for editing. */
  body: z.string(),
  /** The text as nodes, for rendering. */
  nodes: z.array(richNode),
  publishedAt: instant,
  changedAt: instant.nullable(),
})
z.globalRegistry.add(news, { id: 'EditableNews', description: 'An update of a fundraiser as its editors see it.' })
const writtenNews = { title: z.string().max(400), body: z.string().max(40_000) }

/** Calls to publish updates of a fundraiser and to unsubscribe from their mails. */
export const newsCalls = {
  'GET /v4/campaigns/:campaignId/news': endpoint({
    access: 'signed-in',
    summary: 'List news for editors',
    description:
      'Returns the news of a fundraiser, newest first, with the number of donors who got each by mail. Requires a member of its team or its charity.',
    input: z.object({
      campaignId,
      limit: z.coerce.number().int().min(1).max(50).default(20),
      before: uuid.optional(),
    }),
    output: z.object({ news: z.array(news.extend({ mailed: z.number().int() })), next: z.string().nullable() }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/news': endpoint({
    access: 'signed-in',
    summary: 'Publish news',
    description:
      'Publishes an update on the page and, with `mailDonors`, mails it to donors who asked for updates. Requires an account that may edit the fundraiser, and publishes once for each Idempotency-Key.',
    takesKey: true,
    perMinute: 20,
    input: z.object({ campaignId, ...writtenNews, mailDonors: z.boolean().default(false) }),
    output: news,
    refuses: ['campaign-not-found', 'fundraiser-not-public', 'fundraiser-paused-by-staff'],
  }),
  'GET /v4/campaigns/:campaignId/news/:newsId': endpoint({
    access: 'signed-in',
    summary: 'Get news for editors',
    description: 'Returns one update of a fundraiser. Requires an account that may edit it.',
    input: z.object({ campaignId, newsId: uuid }),
    output: news,
    refuses: ['campaign-not-found', 'news-not-found'],
  }),
  'PATCH /v4/campaigns/:campaignId/news/:newsId': endpoint({
    access: 'signed-in',
    summary: 'Correct news',
    description:
      'Replaces the title and the text of an update; it is not mailed again. Requires an account that may edit the fundraiser.',
    input: z.object({ campaignId, newsId: uuid, ...writtenNews }),
    output: news,
    refuses: ['campaign-not-found', 'news-not-found'],
  }),
  'DELETE /v4/campaigns/:campaignId/news/:newsId': endpoint({
    access: 'signed-in',
    summary: 'Delete news',
    description: 'Removes an update from the page. Requires an account that may edit the fundraiser.',
    input: z.object({ campaignId, newsId: uuid }),
    output: done,
    refuses: ['campaign-not-found', 'news-not-found'],
  }),
  'GET /v4/unsubscribe/:token': endpoint({
    access: 'anyone',
    summary: 'Get a news subscription',
    description: 'Returns the fundraiser of an unsubscribe link; changes nothing. Requires the token of the mail.',
    input: z.object({ token: z.string().max(200) }),
    output: z.object({ title: z.string(), slug: z.string(), language: z.string(), isUnsubscribed: z.boolean() }),
    refuses: ['code-not-valid'],
  }),
  'POST /v4/unsubscribe/:token': endpoint({
    access: 'anyone',
    summary: 'Unsubscribe from news',
    description:
      'Stops the news of this fundraiser to the email address. Requires the token of the mail, and no login.',
    input: z.object({ token: z.string().max(200) }),
    output: z.object({ title: z.string(), slug: z.string(), language: z.string(), isUnsubscribed: z.boolean() }),
    refuses: ['code-not-valid'],
  }),
}
