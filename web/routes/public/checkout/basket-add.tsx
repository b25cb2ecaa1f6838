import { charityName } from '#modules/causes/campaigns/rules/charity-name.ts'
import '#web/features/money/giving/styles/checkout.css'
import '#web/features/platform/addresses/address.css'
import '#web/features/money/baskets/basket-item.css'
import { data, redirect } from 'react-router'
import { renderContext, type RenderContext } from '#server/pages/render-context.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { parseCheckoutQuery } from '#modules/money/giving/rules/query-parameters.ts'
import { codeOfQuery } from '#modules/organizers/referrals/rules/new-code.ts'
import type { Basket, NewItem } from '#web/features/money/baskets/basket-client.ts'
import { ItemEditor } from '#web/features/money/baskets/line/item-editor.tsx'
import {
  originOf,
  checkItem,
  controlOfItem,
  initialItemForm,
  formOfLine,
  newItemOf,
  type Line,
  type Start,
} from '#web/features/money/baskets/line/item-form.ts'
import { formFromPost, fractionErrorsOfForm } from '#web/features/money/giving/posted-form.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { type Translate, useLocale, useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TitleInText } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/basket-add'
import { loadItem } from './basket-add-data.ts'
import { basketLineNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = basketLineNamespaces

/** The drawer's form as a page, which works without JavaScript. With `?line=` it edits a line of the basket. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const url = new URL(request.url)
  const query = parseCheckoutQuery(url.searchParams, frame.origin)
  const lineId = url.searchParams.get('line')
  const basket = lineId === null ? undefined : await basketOf(frame)
  const line = basket?.items.find(({ id, campaign }) => id === lineId && campaign?.slug === params.slug)
  const levelId = line ? line.givingLevelId : url.searchParams.get('level')
  const { messages: _, ...page } = await loadItem(frame, params.slug, levelId)
  const start: Start = {
    amount: query.amount,
    levelId: levelId ?? undefined,
    quantity: query.quantity,
    source: query.src ?? null,
    code: codeOfQuery(url.searchParams),
  }
  const isMissing = lineId !== null && !line
  const idempotencyKey = crypto.randomUUID()
  return data(
    { page, line, version: line ? basket?.version : undefined, start, isMissing, idempotencyKey },
    { status: isMissing || page.kind === 'failed' ? 404 : 200 },
  )
}

async function basketOf({ api, basket: filling }: RenderContext): Promise<Basket | undefined> {
  if (!filling) return undefined
  return filling.userId
    ? api('GET /v4/checkout/:userId/baskets/:basketId', { userId: filling.userId, basketId: filling.id })
    : api('GET /v4/checkout/guest/baskets/:basketId', { basketId: filling.id })
}

/**
 * Handles the form without JavaScript: validates by the same rules and redirects to the basket, or returns the errors
 * with everything that was typed.
 */
export async function action(args: Route.ActionArgs) {
  const { page, line, start, isMissing } = (await loader(args)).data
  // The page shows the reason: the fundraiser is closed, or the line is no longer in the basket.
  if (isMissing || page.kind !== 'ready') {
    const { pathname, search } = new URL(args.request.url)
    return redirect(pathname + search, 303)
  }
  const frame = args.context.get(renderContext)
  const formData = await postedForm(args.request)
  const { checkoutData } = page.item
  const before = line ? formOfLine(page.item, line) : initialItemForm(page.item, start)
  const form = formFromPost(formData, before, checkoutData.currency)
  // Removing the level sets the default amount, which the donor hasn't seen yet: show it before adding.
  if (!formData.has('amount') && form.levelId === '') return data({ posted: { form, errors: {}, problem: '' } })
  const refused = (errors: Readonly<Record<string, string>>, problem = '', status = 400) =>
    data({ posted: { form, errors, problem } }, { status })
  const errors = frame.sentencesOf({
    ...checkItem(form, checkoutData, line),
    ...fractionErrorsOfForm(form, checkoutData, before.amount),
  })
  if (Object.keys(errors).length > 0) return refused(errors)
  const item = newItemOf(form, checkoutData, originOf(line, start), line)
  const version = /^\d{1,9}$/.test(postedText(formData, 'version', 9))
    ? Number(postedText(formData, 'version', 9))
    : undefined
  try {
    if (line) await change(frame, line, item, version)
    else await add(frame, item, postedText(formData, 'idempotencyKey', 64) || undefined)
  } catch (error) {
    if (!isProblem(error)) throw error
    const { fields, message, status } = frame.refusalOf(error)
    return refused(
      Object.fromEntries(Object.entries(fields).map(([field, text]) => [controlOfItem(field), text])),
      message,
      status,
    )
  }
  return redirect('/v4/basket', 303)
}

async function add(
  { api, basket: filling, viewer, currency }: RenderContext,
  item: NewItem,
  key: string | undefined,
): Promise<void> {
  if (viewer.isSignedIn) {
    const { id } = await api('POST /v4/checkout/:userId/baskets', { userId: viewer.id, currency })
    await api('POST /v4/checkout/:userId/baskets/:basketId/items', { userId: viewer.id, basketId: id, item }, key)
  } else {
    const { id } = filling ?? (await api('POST /v4/checkout/guest/baskets', { currency }))
    await api('POST /v4/checkout/guest/baskets/:basketId/items', { basketId: id, item }, key)
  }
}

async function change(
  { api, basket: filling }: RenderContext,
  line: Line,
  item: NewItem,
  version: number | undefined,
): Promise<void> {
  if (!filling) throw new Problem('not-found', 'not-found')
  const input = { basketId: filling.id, basketItemId: line.id, item, version }
  if (filling.userId)
    await api('PATCH /v4/checkout/:userId/baskets/:basketId/items/:basketItemId', { ...input, userId: filling.userId })
  else await api('PATCH /v4/checkout/guest/baskets/:basketId/items/:basketItemId', input)
}

/** Returns the title shown if the form isn't available. */
function titleWithoutForm(t: Translate, page: Route.ComponentProps['loaderData']['page']): string {
  if (page.kind === 'closed') return t(page.title)
  return page.kind === 'failed' ? page.text : ''
}

export default function BasketAddPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { page, line, version, start, isMissing, idempotencyKey } = loaderData
  if (isMissing || page.kind !== 'ready')
    return (
      <div className="page">
        <title>{t('shell.add-to-basket')}</title>
        <meta name="robots" content="noindex" />
        <EmptyState title={isMissing ? t('item.missing') : titleWithoutForm(t, page)}>
          <p>
            <a className="button button-quiet" href={isMissing ? '/v4/basket' : '/v4/discover'}>
              {t(isMissing ? 'item.view-basket' : 'give.see-others')}
            </a>
          </p>
        </EmptyState>
      </div>
    )
  const { campaign } = page
  const title = t(line ? 'item.edit-title' : 'item.page-title', { campaign: campaign.title })
  const isWrong =
    actionData !== undefined && (Object.keys(actionData.posted.errors).length > 0 || actionData.posted.problem !== '')
  return (
    <div className="page">
      <title>{isWrong ? t('shell.title-problem', { title }) : title}</title>
      <meta name="robots" content="noindex" />
      <div className="item-page">
        <h1 dir="auto">
          <TitleInText
            text={(campaign) => t(line ? 'item.edit-title' : 'item.page-title', { campaign })}
            title={campaign.title}
          />
        </h1>
        <p className="quiet">{t('give.goes-to', { organization: `\u2068${charityName(campaign, locale)}\u2069` })}</p>
        <div className="card card-in">
          <ItemEditor
            key={line?.id ?? ''}
            item={page.item}
            campaign={campaign}
            addressData={page.addressData}
            line={line}
            version={version}
            start={start}
            idempotencyKey={idempotencyKey}
            posted={actionData?.posted}
            onDone={() => location.assign('/v4/basket')}
          />
        </div>
      </div>
    </div>
  )
}
