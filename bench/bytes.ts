import { required } from '#shared/collections.ts'
export type PageBytes = {
  readonly path: string
  readonly htmlBytes: number
  readonly scriptBytes: number
  readonly styleBytes: number
}

/** A text, and its size on the wire for a browser that accepts Brotli and gzip. */
async function receive(url: URL, host: string | undefined): Promise<{ text: string; bytes: number }> {
  const response = await fetch(url, {
    headers: { 'accept-encoding': 'gzip, deflate, br', ...(host === undefined ? {} : { host }) },
  })
  return { text: await response.text(), bytes: Number(response.headers.get('content-length')) }
}

/**
 * Returns the bytes on the wire of a first visit: the page, its scripts and styles, and the static imports of these
 * scripts. `host`: the host of a charity.
 */
export async function bytesOfPages(origin: string, paths: readonly string[], host?: string): Promise<PageBytes[]> {
  const sizes = new Map<string, { bytes: number; imports: string[] }>()
  const load = async (file: string) => {
    const known = sizes.get(file)
    if (known) return known
    const { text, bytes } = await receive(new URL(file, origin), host)
    const imports = file.endsWith('.js')
      ? [
          ...text.matchAll(/(?:^|[;}\n])\s*import\s*(?:[^'"()]*?from\s*)?["'](\.{1,2}\/[^"']+|\/assets\/[^"']+)["']/g),
        ].map((match) => new URL(required(match[1]), new URL(file, origin)).pathname)
      : []
    const size = { bytes, imports }
    sizes.set(file, size)
    return size
  }
  const pages: PageBytes[] = []
  for (const path of paths) {
    const { text: html, bytes: htmlBytes } = await receive(new URL(path, origin), host)
    const named = [
      ...html.matchAll(
        /(?:src|href)="(\/assets\/[^"#]+\.(?:js|css))#?"|(?:from|import)\s*["'](\/assets\/[^"']+\.js)["']/g,
      ),
    ].map((match) => required(match[1] ?? match[2]))
    const wanted = new Set<string>()
    const visit = async (file: string): Promise<void> => {
      if (wanted.has(file)) return
      wanted.add(file)
      for (const imported of (await load(file)).imports) await visit(imported)
    }
    for (const file of new Set(named)) await visit(file)
    const sum = (kind: string) =>
      [...wanted]
        .filter((file) => file.endsWith(kind))
        .reduce((total, file) => total + required(sizes.get(file)).bytes, 0)
    pages.push({ path, htmlBytes, scriptBytes: sum('.js'), styleBytes: sum('.css') })
  }
  return pages
}
