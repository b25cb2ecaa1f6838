import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { OrderNotice } from '#web/features/causes/discovery/ordered-campaigns.tsx'
import { spotName } from '#web/features/causes/discovery/spot-name.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText } from '#web/lib/form-values.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import '#web/features/trust/moderation/desk.css'
import { loadPage } from '#web/kit/load-page.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'
import type { Route } from './+types/ads'

const here = '/staff/ads'
const variantsMax = 10
const isShown = (creativeType: string, creativeUrl: string) => creativeType === 'image' && creativeUrl.startsWith('/')

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, refusalOf, query }) => {
    const found = await api('GET /v4/staff/ad-variants', {})
    const picture = query.get('picture') ?? ''
    const problem = query.get('problem')
    return {
      ...found,
      done: query.get('done'),
      uploaded: isUuid(picture) ? pictureUrl(picture) : null,
      problem: problem === null ? null : refusalOf(new Problem('validation', problem)).message,
    }
  })

/** Plain forms: a picture is added to a card, moved up or deleted. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  const intent = postedText(form, 'intent', 10)
  const typed = {
    campaign: postedText(form, 'campaign', 600),
    spot: postedText(form, 'spot', 40),
    url: postedText(form, 'url', 500).trim(),
  }
  const wrong = (
    field: 'campaign' | 'url',
    text: { readonly key: MessageKey } | { readonly said: string },
    status = 400,
  ) => data({ typed, field, text }, { status })
  try {
    const { cards } = await api('GET /v4/staff/ad-variants', {})
    const campaignId =
      intent === 'add'
        ? (await api('GET /v4/staff/campaigns-named', { text: typed.campaign })).id
        : postedText(form, 'card', 20)
    const before =
      cards.find(({ campaign, adSpotType }) => campaign.id === campaignId && adSpotType === typed.spot)?.variants ?? []
    const variants = [...before]
    const place = Number(postedText(form, 'place', 3))
    if (intent === 'add') {
      // Pages show pictures of this site only; videos and other media are for API clients.
      if (!/^\/(media|art)\/\S+$/.test(typed.url)) return wrong('url', { key: 'curating.ad-url-wrong' })
      if (variants.length >= variantsMax) return wrong('url', { key: 'curating.ad-full' })
      variants.push({ creativeType: 'image', creativeUrl: typed.url })
    } else if (variants[place]?.creativeUrl !== typed.url) {
      // Someone else changed the list: the page shows the current state.
      return redirect(here, 303)
    } else if (intent === 'up' && place > 0) variants.splice(place - 1, 0, ...variants.splice(place, 1))
    else if (intent === 'remove') variants.splice(place, 1)
    else throw data(null, { status: 400 })
    await api('PUT /v4/discovery/ad-variants/:campaignId', { campaignId, adSpotType: typed.spot, variants })
    return redirect(`${here}?done=${intent === 'remove' ? 'removed' : 'saved'}`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    return wrong('campaign', { said: refused.fields.campaign ?? refused.message }, refused.status)
  }
}

/** Pictures that cards show in an ad spot instead of their own. */
export default function StaffAds({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { cards, adSpots, done, uploaded, problem } = loaderData
  const title = t('curating.ads')
  const text = actionData && ('key' in actionData.text ? t(actionData.text.key) : actionData.text.said)
  const wrongText = text ?? problem
  const wrong = (field: 'campaign' | 'url') => (actionData?.field === field ? text : undefined)
  const typed = actionData?.typed
  return (
    <>
      <title>{actionData || problem ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('curating.ads-lead')}</p>
      </div>
      <ErrorSummary
        title={t('shell.problem')}
        wrong={wrongText ? [{ id: actionData?.field ?? 'picture', text: wrongText }] : []}
      />
      {actionData ? null : <OrderNotice moved={null} done={done} campaigns={[]} />}
      {uploaded && !actionData ? <DoneNotice>{t('curating.ad-uploaded')}</DoneNotice> : null}
      {cards.length === 0 ? <EmptyState title={t('curating.no-ads')} /> : null}
      <ul className="desk-list">
        {cards.map(({ campaign, adSpotType, variants }) => (
          <li key={`${adSpotType}-${campaign.id}`} className="card card-in stack">
            <h2>
              <a href={`/v4/campaign/${encodeURIComponent(campaign.slug)}`} lang={campaign.language} dir="auto">
                {campaign.name}
              </a>
            </h2>
            <p className="quiet small">{spotName(t, adSpotType)}</p>
            <ol className="desk-ads">
              {variants.map(({ creativeType, creativeUrl }, place) => {
                const name = t('curating.ad-number', { kind: t(`curating.${creativeType}`), place: place + 1 })
                return (
                  <li key={`${place}-${creativeUrl}`}>
                    {isShown(creativeType, creativeUrl) ? (
                      <img src={creativeUrl} alt="" width="160" height="90" loading="lazy" />
                    ) : null}
                    <p>
                      <span className="strong">{name}</span>{' '}
                      <bdi className="quiet small desk-url" dir="ltr">
                        {creativeUrl}
                      </bdi>{' '}
                      {isShown(creativeType, creativeUrl) ? null : (
                        <span className="quiet small">{t('curating.ad-not-shown')}</span>
                      )}
                    </p>
                    <PageForm className="desk-order-acts">
                      <input type="hidden" name="card" value={campaign.id} />
                      <input type="hidden" name="spot" value={adSpotType} />
                      <input type="hidden" name="place" value={place} />
                      <input type="hidden" name="url" value={creativeUrl} />
                      {(['up', 'remove'] as const)
                        .filter((intent) => intent === 'remove' || place > 0)
                        .map((intent) => (
                          <button
                            key={intent}
                            className="link-button"
                            name="intent"
                            value={intent}
                            aria-label={t(`curating.${intent}-one`, {
                              title: `${t('curating.ads-of', { title: `\u2068${campaign.name}\u2069`, spot: spotName(t, adSpotType) })}, ${name}`,
                            })}
                          >
                            {t(`curating.${intent}`)}
                          </button>
                        ))}
                    </PageForm>
                  </li>
                )
              })}
            </ol>
          </li>
        ))}
      </ul>
      <section className="stack" aria-labelledby="add">
        <h2 id="add">{t('curating.ad-add')}</h2>
        <PageForm
          encType="multipart/form-data"
          action={`/v4/media?back=${encodeURIComponent(here)}`}
          className="desk-add"
        >
          <div className="field">
            <label htmlFor="picture">
              {t('curating.ad-upload')} <span className="label-mark">({t('shell.optional')})</span>
            </label>
            <p className="hint" id="picture-hint">
              {t('curating.ad-upload-hint')}
            </p>
            <input
              className="input"
              id="picture"
              name="picture"
              type="file"
              accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
              required
              aria-describedby="picture-hint"
            />
          </div>
          <button className="button button-quiet">{t('curating.ad-upload-submit')}</button>
        </PageForm>
        <PageForm action={here} className="stack account-form" noValidate>
          {uploaded ? (
            <img className="desk-uploaded" src={`${uploaded}&w=480`} alt="" width="320" height="180" />
          ) : null}
          <TextInput
            id="url"
            label={t('curating.ad-url')}
            hint={t('curating.ad-url-hint')}
            dir="ltr"
            defaultValue={typed?.url ?? uploaded ?? ''}
            error={wrong('url')}
            required
            autoComplete="off"
          />
          <TextInput
            id="campaign"
            label={t('curating.ad-fundraiser')}
            hint={t('curating.add-hint')}
            defaultValue={typed?.campaign}
            error={wrong('campaign')}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Select id="spot" label={t('curating.spot')} defaultValue={typed?.spot ?? 'home'}>
            {adSpots.map((adSpot) => (
              <option key={adSpot} value={adSpot}>
                {spotName(t, adSpot)}
              </option>
            ))}
          </Select>
          <p>
            <button className="button button-primary" name="intent" value="add">
              {t('curating.add')}
            </button>
          </p>
        </PageForm>
      </section>
    </>
  )
}
