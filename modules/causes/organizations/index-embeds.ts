export { embedHostsOf, replaceEmbedHosts } from './queries/embed-hosts.ts'
