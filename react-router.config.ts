import type { Config } from '@react-router/dev/config'

// Links load a new document, so the browser knows only the routes of its page and discovers no others (ADR-0037).
export default { appDirectory: 'web', ssr: true, routeDiscovery: { mode: 'lazy' } } satisfies Config
