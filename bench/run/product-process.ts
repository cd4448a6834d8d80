import { startProduct, type ProductOptions } from '@dps/local-stack';

// The product runs in a process of its own, so that the measurement does not take the gateway's time.
process.once('message', (options: ProductOptions) => {
  const starting = startProduct({ logLevel: 'warn', ...options });
  process.once('SIGTERM', () => void starting.then((product) => product.close()).then(() => process.exit()));
  void starting.then(({ url, databaseUrl, api }) =>
    process.send?.({ url, databaseUrl, api: { url: api.url, pid: api.pid } }),
  );
});
