/** Offers the text of a file as a browser download, without storing it. */
export const downloadText = ({ csv, filename }: { readonly csv: string; readonly filename: string }): Response =>
  new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
