import { useRef, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { FormIds } from '#web/ui/labelled.tsx'
import { Badge } from '#web/ui/small-parts.tsx'

export type FeaturedCampaign = OutputOf<ProductContract, 'GET /v4/staff/featured'>['fundraisers'][number]

/**
 * Fundraisers or charities in an order set by staff: each can be moved or removed, and others added by URL. Plain forms
 * that send `intent` with `chosen` or `campaign`, and the `fields`. Entries can also be dragged; the buttons do the same
 * by keyboard and touch.
 */
export function OrderedCampaigns({
  id,
  title,
  campaigns,
  empty,
  addLabel,
  fields = {},
  typed,
  error,
}: {
  readonly id: string
  readonly title: string
  readonly campaigns: readonly FeaturedCampaign[]
  readonly empty: string
  readonly addLabel: string
  readonly fields?: Readonly<Record<string, string>>
  readonly typed?: string | undefined
  readonly error?: string | undefined
}) {
  const t = useText()
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<string>()
  const dropForm = useRef<HTMLFormElement>(null)
  const stop = () => {
    setDragged(undefined)
    setTarget(undefined)
  }
  const hidden = Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {campaigns.length === 0 ? <p className="quiet">{empty}</p> : null}
      <ol className="desk-order">
        {campaigns.map((item, place) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same by keyboard
          <li
            key={item.id}
            id={`chosen-${item.id}`}
            className="card card-in"
            draggable={campaigns.length > 1}
            data-dragged={dragged === item.id || undefined}
            data-target={(dragged !== undefined && dragged !== item.id && target === item.id) || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', item.name)
              setDragged(item.id)
            }}
            onDragOver={(event) => {
              // Entries of another list, and files, can't be dropped here.
              if (dragged === undefined) return
              event.preventDefault()
              setTarget(item.id)
            }}
            onDrop={(event) => {
              const form = dropForm.current
              if (dragged === undefined || !form) return
              event.preventDefault()
              stop()
              if (dragged === item.id) return
              form.chosen.value = dragged
              form.place.value = String(place)
              form.requestSubmit()
            }}
            onDragEnd={stop}
          >
            <p className="desk-order-name">
              <a
                className="tap-link"
                href={`/v4/campaign/${encodeURIComponent(item.slug)}`}
                lang={item.language}
                dir="auto"
              >
                {item.name}
              </a>{' '}
              {item.isOpen ? null : <Badge look="accent">{t('curating.not-open')}</Badge>}
            </p>
            <PageForm className="desk-order-acts">
              {hidden}
              <input type="hidden" name="chosen" value={item.id} />
              {(['up', 'down', 'remove'] as const)
                .filter(
                  (intent) =>
                    !(intent === 'up' && place === 0) && !(intent === 'down' && place === campaigns.length - 1),
                )
                .map((intent) => (
                  <button
                    key={intent}
                    className="link-button"
                    name="intent"
                    value={intent}
                    aria-label={t(`curating.${intent}-one`, { title: `\u2068${item.name}\u2069` })}
                  >
                    {t(`curating.${intent}`)}
                  </button>
                ))}
            </PageForm>
          </li>
        ))}
      </ol>
      <form method="post" ref={dropForm} hidden>
        {hidden}
        <input type="hidden" name="chosen" defaultValue="" />
        <input type="hidden" name="place" defaultValue="" />
        <input type="hidden" name="intent" value="place" />
      </form>
      <PageForm className="desk-add" noValidate>
        {hidden}
        <FormIds value={`${id}-`}>
          <TextInput
            id="campaign"
            label={addLabel}
            hint={t('curating.add-hint')}
            defaultValue={typed}
            error={error}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </FormIds>
        <button className="button button-quiet" name="intent" value="add">
          {t('curating.add')}
        </button>
      </PageForm>
    </section>
  )
}

/** Announces the result of the last action. */
export function OrderNotice({
  moved,
  done,
  campaigns,
}: {
  readonly moved: string | null
  readonly done: string | null
  readonly campaigns: readonly FeaturedCampaign[]
}) {
  const t = useText()
  const place = campaigns.findIndex(({ id }) => id === moved)
  const found = campaigns[place]
  const outcome = (['removed', 'saved', 'deleted'] as const).find((option) => option === done)
  if (!found && !outcome) return null
  return (
    <p className="notice" role="status">
      {found
        ? t('curating.moved', { title: `\u2068${found.name}\u2069`, place: place + 1 })
        : outcome && t(`curating.${outcome}`)}
    </p>
  )
}
