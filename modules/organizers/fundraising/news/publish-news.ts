import { lastOf, required } from '#shared/collections.ts'
import { record } from '#modules/platform/audit/index.ts'
import {
  campaignRunBy,
  changeNews,
  cleanRichText,
  deleteNews,
  findNews,
  insertNews,
  listOwnNews,
  type News,
  plainTextOf,
} from '#modules/causes/campaigns/index.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { normalizeName } from '#modules/platform/identity/rules/name.ts'
import { markUsed } from '#modules/platform/media/index.ts'
import { picturesIn } from '#modules/platform/media/rules/address.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { sendNewsTask } from './send-news.ts'
import { draftRequestKeyOf } from '../request-key.ts'
import { countNewsRecipients } from '../queries/news-mails.ts'

const newsLimits = { title: 120, body: 20_000 } as const

export type NewsText = { readonly title: string; readonly body: string }

function checked({ title: typedTitle, body: typedBody }: NewsText): NewsText {
  const [title, body] = [normalizeName(typedTitle), cleanRichText(typedBody)]
  const fields: Record<string, Fault> = {}
  if (title === '') fields.title = { code: 'news-title-missing' }
  else if (title.length > newsLimits.title) fields.title = { code: 'text-too-long', params: { max: newsLimits.title } }
  if (plainTextOf(body) === '' && picturesIn(body).length === 0) fields.body = { code: 'news-empty' }
  else if (body.length > newsLimits.body) fields.body = { code: 'text-too-long', params: { max: newsLimits.body } }
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  return { title, body }
}

/** Returns a fundraiser's updates for its team, newest first, with the number of donors mailed. */
export async function ownNews(
  ports: Ports,
  viewer: Viewer,
  input: { readonly campaignId: bigint; readonly limit: number; readonly before?: string | undefined },
) {
  const { id } = await campaignRunBy(ports, viewer, input.campaignId, 'look')
  const rows = await listOwnNews(ports.db, { campaignId: id, limit: input.limit + 1, before: input.before })
  const shown = rows.slice(0, input.limit)
  const mailed = await countNewsRecipients(
    ports.db,
    shown.map((news) => news.id),
  )
  return {
    news: shown.map((news) => ({ news, mailed: mailed.get(news.id) ?? 0 })),
    next: rows.length > input.limit ? lastOf(shown).id : null,
  }
}

/** Returns one update for editing. */
export async function readNews(
  ports: Ports,
  viewer: Viewer,
  ids: { readonly campaignId: bigint; readonly newsId: string },
): Promise<News> {
  const { id } = await campaignRunBy(ports, viewer, ids.campaignId, 'edit', 'reading')
  const news = await findNews(ports.db, ids.newsId)
  if (news?.campaignId !== id) throw new Problem('not-found', 'news-not-found')
  return news
}

/**
 * Publishes an update on the page and, if chosen, by mail to donors who asked for updates. Refused while staff have
 * paused the fundraiser. With `key`, a repeated request neither publishes nor mails again.
 */
export async function publishNews(
  ports: Ports,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  written: NewsText & { readonly campaignId: bigint; readonly mailDonors: boolean; readonly key?: string | undefined },
): Promise<News> {
  const { id: campaignId, status, pausedByStaffAt } = await campaignRunBy(ports, viewer, written.campaignId, 'edit')
  if (status === 0) throw new Problem('conflict', 'fundraiser-not-public')
  if (pausedByStaffAt) throw new Problem('conflict', 'fundraiser-paused-by-staff')
  const { title, body } = checked(written)
  const [id, instant] = [ports.newId(), ports.clock()]
  const requestKey = draftRequestKeyOf(written.key, { title, body, mailDonors: written.mailDonors })
  return ports.write(async (tx) => {
    const { news, isNew } = await insertNews(tx, {
      id,
      campaignId,
      authorId: viewer.accountId,
      title,
      body,
      at: instant,
      requestKey,
    })
    if (!isNew) return news
    await markUsed(tx, picturesIn(body), instant)
    if (written.mailDonors) await ports.enqueue(tx, sendNewsTask, { newsId: id, after: '' }, { key: `news:${id}` })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'fundraising.news-published',
      object: `campaign:${campaignId}`,
      at: instant,
      ip: context.ip,
      details: { newsId: id, mailDonors: written.mailDonors },
    })
    return news
  })
}

/** Corrects an update without mailing it again. */
export async function correctNews(
  ports: Ports,
  viewer: AccountViewer,
  written: NewsText & { readonly campaignId: bigint; readonly newsId: string },
): Promise<News> {
  const { id: campaignId } = await campaignRunBy(ports, viewer, written.campaignId, 'edit')
  const { title, body } = checked(written)
  const instant = ports.clock()
  await ports.write(async (tx) => {
    if (!(await changeNews(tx, { id: written.newsId, campaignId, title, body, at: instant })))
      throw new Problem('not-found', 'news-not-found')
    await markUsed(tx, picturesIn(body), instant)
  })
  return required(await findNews(ports.db, written.newsId))
}

/** Deletes an update from the page. Mails that were sent can't be recalled. */
export async function removeNews(
  ports: Ports,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  ids: { readonly campaignId: bigint; readonly newsId: string },
): Promise<void> {
  const { id: campaignId } = await campaignRunBy(ports, viewer, ids.campaignId, 'edit')
  await ports.write(async (tx) => {
    if (!(await deleteNews(tx, { id: ids.newsId, campaignId }))) throw new Problem('not-found', 'news-not-found')
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'fundraising.news-removed',
      object: `campaign:${campaignId}`,
      at: ports.clock(),
      ip: context.ip,
      details: { newsId: ids.newsId },
    })
  })
}
