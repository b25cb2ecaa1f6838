import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers, RequestContext } from '#shared/endpoint.ts'
import type { OpenPage } from './authorize-for-page.ts'
import { changePageState } from './change-page-state.ts'
import type { hostedPagesContract } from './contract.ts'
import { createPage } from './create-page.ts'
import { deleteDraft } from './delete-draft.ts'
import { pageVersions, restoreVersion } from './page-versions.ts'
import type { HostedPagePorts } from './ports.ts'
import { hostedPagesOf, readHostedPage } from './read-hosted-page.ts'
import { savePage } from './save-page.ts'
import { pageView } from './views.ts'

const actingOf = ({ viewer, context }: { readonly viewer: Viewer; readonly context: RequestContext }) => ({
  viewer: accountOf(viewer),
  context,
})

const draftView = (ports: HostedPagePorts, open: OpenPage) =>
  pageView(ports, open, { isDraft: true, isMember: true, now: ports.clock() })

export const hostedPagesHandlers: Handlers<typeof hostedPagesContract, HostedPagePorts, Viewer> = {
  'POST /v4/organizations/:subdomain/hosted-pages': async ({ app, input: { subdomain, ...fields }, ...call }) =>
    draftView(app, await createPage(app, actingOf(call), { subdomain, sent: fields })),
  'GET /v4/organizations/:subdomain/hosted-pages': async ({ app, viewer, input }) => {
    const { pages, proposedCurrency } = await hostedPagesOf(app, accountOf(viewer), input.subdomain)
    return { pages: pages.map((open) => draftView(app, open)), proposedCurrency }
  },
  'GET /v4/organizations/:subdomain/hosted-pages/:slug': async ({ app, viewer, input }) => {
    const request = { ...input, asksForDraft: input.draft === '1' }
    const open = await readHostedPage(app, viewer, request)
    return pageView(app, open, { isDraft: open.isDraft, isMember: open.isMember, now: app.clock() })
  },
  'PATCH /v4/organizations/:subdomain/hosted-pages/:slug': async ({ app, input, ...call }) => {
    const { subdomain, slug, version, ...fields } = input
    const saving = savePage(app, actingOf(call), { subdomain, slug, version, sent: fields })
    return draftView(app, await saving)
  },
  'DELETE /v4/organizations/:subdomain/hosted-pages/:slug': ({ app, input, ...call }) =>
    deleteDraft(app, actingOf(call), input),
  'POST /v4/organizations/:subdomain/hosted-pages/:slug/state': async ({ app, input, ...call }) =>
    draftView(app, await changePageState(app, actingOf(call), input)),
  'GET /v4/organizations/:subdomain/hosted-pages/:slug/versions': async ({ app, input, ...call }) => {
    const { versions, published } = await pageVersions(app, actingOf(call), input)
    return {
      versions: versions.map(({ number, publishedAt }) => ({
        number,
        publishedAt,
        isPublic: number === published,
      })),
    }
  },
  'POST /v4/organizations/:subdomain/hosted-pages/:slug/versions/:number/restore': async ({ app, input, ...call }) => {
    const restoring = restoreVersion(app, actingOf(call), { ...input, number: Number(input.number) })
    return draftView(app, await restoring)
  },
}
