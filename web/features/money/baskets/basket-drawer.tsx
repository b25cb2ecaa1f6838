import '#web/features/platform/addresses/address.css'
import './basket-item.css'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { parseCheckoutQuery } from '#modules/money/giving/rules/query-parameters.ts'
import { classOfStatus } from '#shared/problem.ts'
import type { Catalogue } from '#shared/text.ts'
import { charityName } from '#modules/causes/campaigns/rules/charity-name.ts'
import type { ClosedTitle } from '../giving/donation-data.ts'
import { ApiError } from '#web/lib/api.ts'
import { MoreTexts, useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormIds } from '#web/ui/labelled.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'
import { type ToastMessage, Toaster } from '#web/ui/toaster.tsx'
import type { Basket } from './basket-client.ts'
import { ItemEditor, type ItemEditorProps, type ItemPage } from './line/item-editor.tsx'
import type { Line, Start } from './line/item-form.ts'

export type BasketDrawerProps = {
  readonly isOpen: boolean
  readonly slug: string
  readonly campaignId: string
  /** Edit mode: the line to change (S1 §4). */
  readonly line?: Line | undefined
  /** The basket version that the line was read from; undefined to change the current version. */
  readonly version?: number | undefined
  /** Where the donor came from (`src`). */
  readonly source: string | null
  /** The referral code of the donor's link. */
  readonly code?: string | null
  /** Choices made before the drawer opened: amount in whole major units, level and quantity. */
  readonly start?: Pick<Start, 'amount' | 'levelId' | 'quantity'> | undefined
  /** Called on Escape, a click outside, the close button, or after saving. */
  readonly onClose: () => void
  /** Called with the basket after the donation was added or changed. */
  readonly onDone?: ((basket: Basket) => void) | undefined
}

/** The drawer's data, loaded from its own route. */
export type DrawerData = { readonly messages: Catalogue } & (
  | (ItemPage & { readonly kind: 'ready' })
  | { readonly kind: 'closed'; readonly title: ClosedTitle }
  /** The campaign or its levels couldn't be loaded (S1 §8). */
  | { readonly kind: 'failed'; readonly text: string }
)

/** Adds a donation to the basket, or changes one that is in it (S1 §4 "Add-to-basket drawer"). */
export function BasketDrawer(props: BasketDrawerProps) {
  const { isOpen, line, onClose } = props
  const t = useText()
  const [response, say] = useState<ToastMessage>()
  const sayNoMore = useCallback(() => say(undefined), [])
  return createPortal(
    <>
      <Dialog
        isOpen={isOpen}
        look="drawer"
        title={t(line ? 'shell.edit-item' : 'shell.add-to-basket')}
        closeLabel={t('shell.close')}
        onClose={onClose}
      >
        <FormIds value="drawer-">
          <Contents {...props} say={say} />
        </FormIds>
      </Dialog>
      <Toaster message={response} closeLabel={t('shell.close')} onGone={sayNoMore} />
    </>,
    document.body,
  )
}

function Contents({
  slug,
  campaignId,
  line,
  version,
  source,
  code,
  start,
  say,
  onClose,
  onDone,
}: BasketDrawerProps & { readonly say: (response: ToastMessage | undefined) => void }) {
  const t = useText()
  const [data, setData] = useState<DrawerData>()
  const [tries, setTries] = useState(1)
  useEffect(() => {
    // Clears the live region, so that an identical text is announced again.
    say(undefined)
    const stopped = new AbortController()
    dataOf({ slug, campaignId, levelId: line ? line.givingLevelId : start?.levelId }, stopped.signal).then(
      setData,
      (error: Error) => {
        if (stopped.signal.aborted) return
        console.warn('the details of a campaign could not be loaded', error)
        setData({ kind: 'failed', messages: {}, text: t('shell.campaign-failed', { message: error.message }) })
      },
    )
    return () => stopped.abort()
    // Reloads only when the donor clicks "Try again".
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [slug, campaignId, tries])
  if (!data)
    return (
      <div className="stack" aria-busy="true">
        <p className="visually-hidden" role="status">
          {t('shell.busy')}
        </p>
        <Skeleton block="1.5rem" inline="70%" />
        <Skeleton block="6.5rem" />
        <Skeleton block="3.5rem" />
        <Skeleton block="3rem" />
      </div>
    )
  return (
    <MoreTexts value={data.messages}>
      {data.kind === 'ready' ? (
        <Ready
          page={data}
          say={say}
          editor={{
            line,
            version,
            start: {
              source,
              code,
              amount: start?.amount ?? parseCheckoutQuery(new URLSearchParams(location.search)).amount,
              levelId: start?.levelId,
            },
          }}
          onDone={(basket) => {
            onClose()
            onDone?.(basket)
          }}
        />
      ) : null}
      {data.kind === 'closed' ? <Closed title={data.title} /> : null}
      {data.kind === 'failed' ? (
        <Failed
          text={data.text}
          onAgain={() => {
            setData(undefined)
            setTries(tries + 1)
          }}
        />
      ) : null}
    </MoreTexts>
  )
}

async function dataOf(
  ids: { readonly slug: string; readonly campaignId: string; readonly levelId: string | undefined },
  signal: AbortSignal,
): Promise<DrawerData> {
  const query = new URLSearchParams({ id: ids.campaignId, ...(ids.levelId ? { level: ids.levelId } : {}) })
  const response = fetch(`/v4/basket/add/${encodeURIComponent(ids.slug)}/facts?${query}`, {
    signal,
    headers: { accept: 'application/json' },
  })
  const answer = await response.catch(() => {
    throw new ApiError('network', 0, {})
  })
  if (!answer.ok) throw new ApiError(classOfStatus(answer.status), answer.status, {})
  return (await answer.json()) as DrawerData
}

type Ready = {
  readonly page: ItemPage
  readonly editor: Pick<ItemEditorProps, 'line' | 'version' | 'start'>
  readonly say: (response: ToastMessage) => void
  readonly onDone: (basket: Basket) => void
}

function Ready({ page, editor, say, onDone }: Ready) {
  const t = useText()
  const locale = useLocale()
  return (
    <div className="stack">
      <div>
        <p className="strong" lang={page.campaign.language} dir="auto">
          {page.campaign.title}
        </p>
        <p className="quiet small">
          {t('give.goes-to', { organization: `\u2068${charityName(page.campaign, locale)}\u2069` })}
        </p>
      </div>
      <ItemEditor
        item={page.item}
        campaign={page.campaign}
        addressData={page.addressData}
        {...editor}
        onDone={({ basket, undo, amount }) => {
          const inBasket = ({ items: { length: count } }: Basket) =>
            count === 0 ? t('shell.basket-empty') : t('shell.basket-now', { count })
          onDone(basket)
          if (!undo) return say({ text: t('item.updated') })
          say({
            text: t('item.added', { amount }),
            detail: t('item.added-detail'),
            heard: inBasket(basket),
            actions: [
              { label: t('item.view-basket'), href: '/v4/basket' },
              {
                label: t('item.undo'),
                onPress: () =>
                  void undo().then(
                    (response) => say({ text: t('item.undone'), heard: inBasket(response) }),
                    (error: unknown) => {
                      console.warn('the gift could not be taken out again', error)
                      say({
                        text: t('item.not-undone'),
                        actions: [{ label: t('item.view-basket'), href: '/v4/basket' }],
                      })
                    },
                  ),
              },
            ],
          })
        }}
      />
    </div>
  )
}

function Closed({ title }: { readonly title: ClosedTitle }) {
  const t = useText()
  return (
    <div className="stack">
      <p className="strong">{t(title)}</p>
      <p>
        <a className="button button-quiet" href="/v4/discover">
          {t('give.see-others')}
        </a>
      </p>
    </div>
  )
}

function Failed({ text, onAgain }: { readonly text: string; readonly onAgain: () => void }) {
  const t = useText()
  return (
    <div className="stack">
      <p className="error-text" role="alert">
        {text}
      </p>
      <Button look="quiet" type="button" onClick={onAgain}>
        {t('shell.try-again')}
      </Button>
    </div>
  )
}
