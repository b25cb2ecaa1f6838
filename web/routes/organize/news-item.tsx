import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/story.css'
import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/fundraising/styles/editor.css'
import '#web/features/organizers/fundraising/styles/preview.css'
import { data, redirect, useRouteLoaderData } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { plainTextToStory, storyToPlainText } from '#modules/organizers/fundraising/rules/story-text.ts'
import { mergeChanges } from '#shared/input/merge-changes.ts'
import { Problem } from '#shared/problem.ts'
import { isolate } from '#shared/text.ts'
import { StoryField } from '#web/features/organizers/fundraising/story-field.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { LoadedTexts, postedLoaded, viewMerged } from '#web/kit/loaded-texts.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Checkbox, TextInput } from '#web/ui/field.tsx'
import type { loader as running } from './campaign.tsx'
import type { Route } from './+types/news-item'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params }) => {
    const { campaignId, newsId } = params
    const news =
      newsId === 'new' ? null : await api('GET /v4/campaigns/:campaignId/news/:newsId', { campaignId, newsId })
    return { campaignId, news, idempotencyKey: crypto.randomUUID() }
  })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const { campaignId, newsId } = params
  const here = `/organize/${campaignId}/news`
  const form = await formOfOwner({ context, request })
  const body = form.has('story')
    ? postedText(form, 'story', 40_000)
    : plainTextToStory(postedText(form, 'storyText', 40_000))
  const typed = { title: postedText(form, 'title', 400), body }
  const loaded = postedLoaded(form, ['title', 'body'], 20_000)
  try {
    if (newsId === 'new')
      await api(
        'POST /v4/campaigns/:campaignId/news',
        { campaignId, ...typed, mailDonors: form.has('mailDonors') },
        postedText(form, 'idempotencyKey', 64),
      )
    else {
      const saved = await api('GET /v4/campaigns/:campaignId/news/:newsId', { campaignId, newsId })
      const merged = mergeNews(loaded, typed, { title: saved.title, body: saved.body })
      await api('PATCH /v4/campaigns/:campaignId/news/:newsId', { campaignId, newsId, ...merged })
    }
    return redirect(`${here}?done=${newsId === 'new' ? 'published' : 'corrected'}`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    return data(
      {
        refused: { ...refused, fields: fieldsOfForm(refused.fields) },
        typed: { ...typed, mailDonors: form.has('mailDonors') },
        loaded,
      },
      { status: refused.status },
    )
  }
}

type NewsTexts = { readonly title: string; readonly body: string }

/**
 * Returns the texts to save: what the person didn't change keeps the text that another has saved since the page was
 * opened. Throws 409 if both changed the same.
 */
function mergeNews(loaded: NewsTexts | undefined, typed: NewsTexts, saved: NewsTexts): NewsTexts {
  if (!loaded) return typed
  const { changes, conflicts } = mergeChanges(typed, { loaded, saved })
  if (Object.keys(conflicts).length === 0) return { ...saved, ...changes }
  const fields = conflicts.body
    ? { ...conflicts, body: { code: 'changed-meanwhile', params: { text: isolate(storyToPlainText(saved.body)) } } }
    : conflicts
  throw new Problem('conflict', 'edited-meanwhile', { fields })
}

/** The API's `body` is the form's `story`. */
const fieldsOfForm = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([field, sentence]) => [field === 'body' ? 'story' : field, sentence]))

const newsSent = ({ typed: { title, body }, loaded, refused }: NonNullable<Route.ComponentProps['actionData']>) => ({
  typed: { title, body },
  loaded,
  refused,
})

export default function OrganizeNewsOne({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const campaign = useRouteLoaderData<typeof running>('routes/organize/campaign')
  const { news, campaignId, idempotencyKey } = loaderData
  const { refused, typed } = actionData ?? {}
  const merged = news && viewMerged({ title: news.title, body: news.body }, actionData && newsSent(actionData))
  const values = merged?.values ?? typed
  const title = t(news ? 'fundraising.news-edit-title' : 'fundraising.news-write')
  return (
    <>
      <PageTitle section={refused ? t('shell.title-problem', { title }) : title} />
      <h1>{title}</h1>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'title')} />
      <PageForm className="stack organize-form" noValidate>
        {merged ? (
          <LoadedTexts texts={merged.loaded} />
        ) : (
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        )}
        <TextInput
          id="title"
          label={t('fundraising.title')}
          error={refused?.fields.title}
          defaultValue={values?.title ?? ''}
          maxLength={120}
          lang={campaign?.language}
        />
        <StoryField
          label={t('fundraising.news-text')}
          error={refused?.fields.story}
          html={values?.body ?? ''}
          language={campaign?.language ?? 'en'}
          campaignId={campaignId}
        />
        {news ? null : (
          <Checkbox
            id="mailDonors"
            label={t('fundraising.news-mail')}
            hint={t('fundraising.news-mail-hint')}
            defaultChecked={typed?.mailDonors ?? true}
          />
        )}
        <div className="button-row">
          <button className="button button-primary">
            {t(news ? 'fundraising.news-correct' : 'fundraising.news-publish')}
          </button>
          <a className="button button-quiet" href={`/organize/${campaignId}/news`}>
            {t('fundraising.cancel')}
          </a>
        </div>
      </PageForm>
    </>
  )
}
