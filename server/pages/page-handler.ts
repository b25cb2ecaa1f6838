import {
  type ActionFunction,
  createRequestHandler,
  createStaticHandler,
  data,
  type LoaderFunction,
  type RequestHandler,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { isProblem } from '#shared/problem.ts'
import { renderContext } from './render-context.ts'

/**
 * Creates the handler of the built pages. The router compares a URL with every route it knows, four times per page, and
 * rebuilds all routes each time. So the page is looked up once and then rendered by a router that has only the page's
 * own routes.
 */
export function createPageHandler(build: ServerBuild): RequestHandler {
  const fullHandler = createRequestHandler(build, 'production')
  const site = createStaticHandler(routesOf(build.routes))
  const pageHandlers = new Map<string, RequestHandler>()
  return (request, context) => {
    const { pathname } = new URL(request.url)
    // Data requests of the router's scripts name other pages.
    if (pathname.endsWith('.data') || pathname === build.routeDiscovery.manifestPath)
      return fullHandler(request, context)
    const page = site.match(pathname)?.at(-1)?.route.id
    if (page === undefined) return fullHandler(request, context)
    let handler = pageHandlers.get(page)
    if (!handler) pageHandlers.set(page, (handler = createRequestHandler(buildOfPage(build, page), 'production')))
    return handler(request, context)
  }
}

/**
 * Finds the page of a path and whether it accepts forms; undefined if there is no such page. The router's data requests
 * append `.data` to the path.
 */
export function pageFinder(build: ServerBuild): (pathname: string) => { readonly takesForms: boolean } | undefined {
  const site = createStaticHandler(routesOf(build.routes))
  return (pathname) => {
    const page = pathname.replace(/(?:\/_(?:root)?)?\.data$/, '') || '/'
    const matches = site.match(page)
    if (!matches || matches.at(-1)?.route.path === '*') return undefined
    return { takesForms: matches.some(({ route }) => build.routes[route.id ?? '']?.module.action !== undefined) }
  }
}

/**
 * Returns the build with loaders and actions whose problems are responses: an unhandled `Problem` becomes an error page
 * with the problem's status and message instead of a 500.
 */
export const withRefusals = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      if (!route) return [id, route]
      const { loader, action } = route.module
      const module = {
        ...route.module,
        ...(loader && { loader: convertRefusals(loader) }),
        ...(action && { action: convertRefusals(action) }),
      }
      return [id, { ...route, module }]
    }),
  ),
})

const convertRefusals =
  <Handle extends LoaderFunction | ActionFunction>(handle: Handle): LoaderFunction =>
  async (args) => {
    try {
      return await handle(args)
    } catch (error) {
      if (!isProblem(error)) throw error
      const { status, message } = (args.context as RouterContextProvider).get(renderContext).refusalOf(error)
      throw data({ message }, { status })
    }
  }

/** Returns the build of one page and its layout routes. */
function buildOfPage(build: ServerBuild, page: string): ServerBuild {
  const ids = new Set<string>()
  for (let id: string | undefined = page; id !== undefined; id = build.routes[id]?.parentId) ids.add(id)
  const those = <Route>(routes: Readonly<Record<string, Route>>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
  return { ...build, routes: those(build.routes), assets: { ...build.assets, routes: those(build.assets.routes) } }
}

const routesOf = (routes: ServerBuild['routes'], parentId?: string): RouteObject[] =>
  Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index, caseSensitive } = route
    return [index ? { id, path, index, caseSensitive } : { id, path, caseSensitive, children: routesOf(routes, id) }]
  })
