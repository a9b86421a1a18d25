// What `fetch` is in dist/standalone.html. There is nothing to fetch from; what the modules ask for is in the script.
// The bundler puts this in the place of the global function, gives the modules `inlined:///` for their address, and
// loads what is imported here as bytes.
import module from 'module.wasm.gz';

/** @param {URL} url */
export async function fetch(url) {
  if (url.pathname !== '/pkg/paged_attention_explainer_bg.wasm') return new Response(null, { status: 404 });
  const body = new Blob([module]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(body, { headers: { 'content-type': 'application/wasm' } });
}
