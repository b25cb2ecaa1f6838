import { RouterContextProvider, type EntryContext, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { createPageHandler, pageFinder, withRefusals } from './page-handler.ts'
import { renderContext, type RenderContext } from './render-context.ts'

const Page = () => null
const routes = {
  root: { path: '' },
  start: { parentId: 'root', index: true },
  donation: { parentId: 'root', path: 'gift/:slug' },
  account: { parentId: 'root', path: 'account' },
  overview: { parentId: 'account', index: true },
  cards: { parentId: 'account', path: 'cards' },
  missing: { parentId: 'root', path: '*' },
}
const item = <Value>(valueOf: (id: keyof typeof routes) => Value) =>
  Object.fromEntries(Object.keys(routes).map((id) => [id, valueOf(id as keyof typeof routes)]))
const build = {
  basename: '/',
  ssr: true,
  future: {},
  prerender: [],
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  assets: { version: 'v1', entry: { module: '', imports: [] }, url: '', routes: item((id) => ({ id, module: id })) },
  routes: item((id) => ({
    id,
    ...routes[id],
    module: {
      default: Page,
      ...(id === 'donation' ? { loader: ({ params }: { params: unknown }) => params } : {}),
      ...(id === 'cards'
        ? {
            loader: () => Promise.reject(new Problem('validation', 'card-number-in-text')),
            action: () => Promise.reject(new Problem('conflict', 'conflict')),
          }
        : {}),
      ...(id === 'overview' ? { loader: () => Promise.reject(new Error('broken')) } : {}),
    },
  })),
  entry: {
    module: {
      handleError: () => undefined,
      default: (
        _request: Request,
        status: number,
        _headers: Headers,
        { manifest, staticHandlerContext }: EntryContext,
      ) =>
        Response.json(
          {
            knows: Object.keys(manifest.routes),
            shown: staticHandlerContext.matches.map(({ route }) => route.id),
            data: staticHandlerContext.loaderData,
            errors: Object.values(staticHandlerContext.errors ?? {}).map((error) => (error as { data?: unknown }).data),
          },
          { status },
        ),
    },
  },
} as unknown as ServerBuild
const handler = createPageHandler(build)
const ask = (path: string) => handler(new Request(`http://localhost${path}`), new RouterContextProvider())
const page = async (path: string) =>
  (await ask(path)).json() as Promise<{ knows: string[]; shown: string[]; data: Record<string, unknown> }>

test('a page is rendered by a router that has only its own routes', async () => {
  for (const [path, shown] of [
    ['/', ['root', 'start']],
    ['/account', ['root', 'account', 'overview']],
    ['/account/', ['root', 'account', 'overview']],
    ['/account/cards', ['root', 'account', 'cards']],
    ['/nowhere/at/all', ['root', 'missing']],
  ] as const)
    expect(await page(path), path).toMatchObject({ shown, knows: shown })
})

test('two pages of one route have their own parameters on repeated requests', async () => {
  for (const slug of ['wells', 'school', 'wells'])
    expect(await page(`/gift/${slug}?amount=5`)).toMatchObject({
      shown: ['root', 'donation'],
      data: { donation: { slug } },
    })
})

test('data requests are handled by a router with every page', async () => {
  expect(await (await ask('/__manifest?version=v1&paths=/gift/wells,/account/cards')).json()).toMatchObject({
    donation: {},
    account: {},
    cards: {},
  })
  const data = await ask('/gift/wells.data')
  expect(data.headers.get('content-type')).toContain('text/x-script')
  expect(await data.text()).toContain('wells')
})

test('a refusal from a loader or action becomes a page with its status; a bug stays a 500', async () => {
  const context = new RouterContextProvider()
  const refusalOf = ({ code, status }: Problem) => ({ code, status, message: `sentence for ${code}`, fields: {} })
  context.set(renderContext, { refusalOf } as unknown as RenderContext)
  const refusing = createPageHandler(withRefusals(build))
  const answer = async (path: string, init: RequestInit = {}) => {
    const response = await refusing(new Request(`http://localhost${path}`, init), context)
    return [response.status, ((await response.json()) as { errors: unknown[] }).errors]
  }
  expect(await answer('/account/cards')).toEqual([400, [{ message: 'sentence for card-number-in-text' }]])
  expect(await answer('/account/cards', { method: 'POST', body: new URLSearchParams('a=b') })).toEqual([
    409,
    [{ message: 'sentence for conflict' }],
  ])
  expect(await answer('/account')).toEqual([500, [null]])
})

test('only paths of pages with an action accept forms, data requests included', () => {
  const pageAt = pageFinder(build)
  const takesForms = (path: string) => pageAt(path)?.takesForms
  expect(['/account/cards', '/account/cards.data', '/account', '/gift/wells', '/nope', '/'].map(takesForms)).toEqual([
    true,
    true,
    false,
    false,
    undefined,
    false,
  ])
})
