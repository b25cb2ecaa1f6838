import { escapeHtml } from '#shared/html.ts'
import { useState } from 'react'
import {
  amountPattern,
  checkoutLink,
  pageLink,
  sourcePattern,
} from '#modules/organizers/organizing/rules/share-link.ts'
import { exponentOf } from '#shared/money.ts'
import { locales } from '#shared/texts/locales.ts'
import { isLocale, languageName } from '#shared/text.ts'
import { EmbedCode } from '#web/features/organizers/organizing/embed-code.tsx'
import { CopyField } from '#web/features/organizers/organizing/copy-field.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { postedAmount } from '#web/ui/posted-amount.ts'
import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/organizing/dashboard.css'
import '#web/features/organizers/organizing/chart.css'
import '#web/features/organizers/organizing/claim.css'
import '#web/features/organizers/organizing/copy.css'
import type { Route } from './+types/share'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, origin, locale, params, query }) => {
    const { id, slug, title, currency, status } = await api('GET /v4/campaigns/:campaignId/running', {
      campaignId: params.campaignId,
    })
    // An empty field means no amount.
    const typedAmount = postedAmount((query.get('amount') ?? '').slice(0, 20), exponentOf(currency)).replace(/^0$/, '')
    const typedSource = (query.get('src') ?? '').trim().slice(0, 40)
    const amount = amountPattern.test(typedAmount) ? typedAmount : ''
    const source = sourcePattern.test(typedSource) ? typedSource : ''
    const language = query.get('language')
    const wrong = { amount: typedAmount !== '' && amount === '', source: typedSource !== '' && source === '' }
    const chosen = { amount: amount || undefined, source: source || undefined }
    return {
      id,
      slug,
      title,
      currency,
      isPublic: status !== 0,
      typedAmount,
      typedSource,
      wrong,
      origin,
      language: isLocale(language) ? language : locale,
      link: amount ? checkoutLink(origin, slug, chosen) : pageLink(origin, slug, chosen),
      files: new URLSearchParams({ ...(amount ? { amount } : {}), ...(source ? { src: source } : {}) }).toString(),
      amount,
      source,
    }
  })

/** Links, QR codes, a poster, and the embed code. */
export default function OrganizeShare({ loaderData: loaded, params }: Route.ComponentProps) {
  const t = useText()
  const [amount, setAmount] = useState(loaded.typedAmount)
  const path = `/organize/${params.campaignId}/share`
  const file = (name: string, more = '') =>
    `/v4/campaigns/${loaded.id}/share/${name}?${[loaded.files, more].filter(Boolean).join('&')}`
  const script = `<script src="${loaded.origin}/embed.js" async></script>`
  const dataAttributes = `data-sunbul="${escapeHtml(loaded.slug)}"${loaded.amount ? ` data-amount="${loaded.amount}"` : ''}${loaded.source ? ` data-src="${loaded.source}"` : ''}`
  const page = `${loaded.origin}/v4/campaign/${encodeURIComponent(loaded.slug)}`
  const embed = new URLSearchParams({
    ...(loaded.amount ? { amount: loaded.amount } : {}),
    ...(loaded.source ? { src: loaded.source } : {}),
  }).toString()
  const frame = `${loaded.origin}/embed/${encodeURIComponent(loaded.slug)}${embed ? `?${embed}` : ''}`
  return (
    <>
      <PageTitle section={t('organize.share')} />
      <div className="stack">
        <h1>{t('organize.share')}</h1>
        <p className="quiet">{t('organize.share-lead')}</p>
      </div>
      {loaded.isPublic ? null : <p className="notice">{t('organize.share-draft')}</p>}
      <section className="card card-in stack" aria-labelledby="link">
        <h2 id="link">{t('organize.link')}</h2>
        <form method="get" action={path} className="claim-filter" noValidate>
          <AmountInput
            id="amount"
            label={t('organize.link-amount', { currency: loaded.currency })}
            mark={t('organize.optional')}
            code={loaded.currency}
            value={amount}
            onType={setAmount}
            droppedNotice={t('shell.fraction-dropped')}
            error={loaded.wrong.amount ? t('organize.link-amount-wrong') : undefined}
          />
          <TextInput
            id="src"
            label={t('organize.link-source')}
            mark={t('organize.optional')}
            dir="ltr"
            maxLength={40}
            defaultValue={loaded.typedSource}
            error={loaded.wrong.source ? t('organize.link-source-wrong') : undefined}
          />
          <Button look="quiet">{t('organize.link-make')}</Button>
        </form>
        <CopyField id="made-link" label={t('organize.link-made')} value={loaded.link} />
      </section>
      <div className="dashboard-two">
        <section className="card card-in stack" aria-labelledby="qr">
          <h2 id="qr">{t('organize.qr')}</h2>
          <p className="quiet small">{t('organize.qr-text')}</p>
          <img
            className="copy-qr"
            src={file('qr.svg')}
            alt={t('organize.qr-alt', { link: loaded.link })}
            width="220"
            height="220"
          />
          <p className="button-row">
            <a className="button button-quiet" href={file('qr.png')} download>
              PNG
            </a>
            <a className="button button-quiet" href={file('qr.svg')} download>
              SVG
            </a>
          </p>
        </section>
        <section className="card card-in stack" aria-labelledby="poster">
          <h2 id="poster">{t('organize.poster')}</h2>
          <p className="quiet small">{t('organize.poster-text')}</p>
          <form method="get" action={`/v4/campaigns/${loaded.id}/share/poster.pdf`} className="stack">
            {loaded.amount ? <input type="hidden" name="amount" value={loaded.amount} /> : null}
            {loaded.source ? <input type="hidden" name="src" value={loaded.source} /> : null}
            <Select id="language" label={t('organize.poster-language')} defaultValue={loaded.language}>
              {locales.map((language) => (
                <option key={language} value={language} lang={language}>
                  {languageName(language)}
                </option>
              ))}
            </Select>
            <p className="button-row">
              <Button>{t('organize.poster-get')}</Button>
              <Button look="quiet" formAction={`/v4/campaigns/${loaded.id}/share/poster.png`}>
                {t('organize.poster-get-picture')}
              </Button>
            </p>
          </form>
        </section>
      </div>
      <section className="card card-in stack" aria-labelledby="embed">
        <h2 id="embed">{t('organize.embed')}</h2>
        <p className="quiet small">{t('organize.embed-text')}</p>
        <div className="copy-preview" aria-label={t('organize.embed-preview')} role="group">
          <p className="quiet small">{t('organize.embed-preview')}</p>
          {/* Like embed.js renders it, on a white page. */}
          <span className="copy-preview-button">{t('organize.embed-donate')}</span>
        </div>
        <CopyField
          id="embed-button"
          label={t('organize.embed-button')}
          rows={3}
          value={`<a href="${page}" ${dataAttributes}>${t('organize.embed-donate')}</a>\n${script}`}
        />
        <CopyField
          id="embed-widget"
          label={t('organize.embed-widget')}
          rows={3}
          value={`<a href="${page}" ${dataAttributes} data-view="widget">${escapeHtml(loaded.title)}</a>\n${script}`}
        />
        <CopyField
          id="embed-frame"
          label={t('organize.embed-frame')}
          rows={3}
          value={`<iframe src="${escapeHtml(frame)}" title="${escapeHtml(loaded.title)}" width="480" height="470" style="border:0;max-width:100%"></iframe>\n<p><a href="${escapeHtml(loaded.link)}">${escapeHtml(loaded.title)}</a></p>`}
        />
        {loaded.isPublic ? (
          <p>
            <a href={`/embed/${encodeURIComponent(loaded.slug)}`} target="_blank" rel="noopener">
              {t('organize.embed-see')}
            </a>
          </p>
        ) : null}
      </section>
      <section className="card card-in stack" aria-labelledby="form">
        <h2 id="form">{t('organize.embed-form-title')}</h2>
        <p className="quiet small">{t('organize.embed-form-text')}</p>
        <EmbedCode
          origin={loaded.origin}
          slug={loaded.slug}
          title={loaded.title}
          data={dataAttributes.replace(/^\S+/, '')}
          isPublic={loaded.isPublic}
        />
      </section>
    </>
  )
}
