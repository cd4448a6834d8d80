import { Suspense, useId, useState } from 'react';
import { Button, Icon, icons, styled, Typography } from '@dps/ui';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { paymentsApi } from '../api.ts';
import { texts } from '../texts.ts';

const DeliveredFiles = onDemand(async () => {
  const loaded = await import(/* webpackChunkName: "delivered-files" */ '@dps/ui/delivered-files');
  return { default: loaded.DeliveredFiles };
});

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
});
const Body = styled('div')({ marginTop: 8 });

/** The delivered files of the job next to its payment. Their code and their list load when the user shows them. */
export function DeliverablesPart({ jobId }: { jobId: number }) {
  const [shown, setShown] = useState(false);
  // Outside the suspended part, so that the list loads at the same time as the code.
  const query = paymentsApi.deliverables.useQuery(jobId, { skip: !shown });
  const id = useId();
  const { deliverables, showFiles, hideFiles, loadingFiles } = texts.pay;
  return (
    <section aria-labelledby={id}>
      <Head>
        <Typography id={id} variant="h3">
          {deliverables}
        </Typography>
        <Button
          size="small"
          variant="outlined"
          aria-expanded={shown}
          startIcon={<Icon path={icons.image} size={16} />}
          onClick={() => setShown(!shown)}
        >
          {shown ? hideFiles : showFiles}
        </Button>
      </Head>
      {shown && (
        <Body>
          <Suspense fallback={<LoadingShape text={loadingFiles} shape="rows" count={2} />}>
            <DeliveredFiles query={query} />
          </Suspense>
        </Body>
      )}
    </section>
  );
}
