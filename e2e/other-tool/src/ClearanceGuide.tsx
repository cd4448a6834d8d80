import { styled, Typography } from '@dps/ui';
import clearance from './clearance.svg';
import { texts } from './texts.ts';

const Columns = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 32px' });
const Picture = styled('img')({ width: 320, maxWidth: '100%', aspectRatio: '2' });
const Rules = styled('ul')({ margin: '0 0 8px', paddingLeft: 20 });

/** The required distances between an aircraft, the ground and bystanders. */
export default function ClearanceGuide() {
  const { guide } = texts;
  return (
    <section>
      <Typography variant="h2">{guide.title}</Typography>
      <Columns>
        <Picture src={clearance} alt={guide.picture} />
        <div>
          <Rules>
            {[guide.height, guide.bystanders, guide.sight].map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </Rules>
          <Typography color="textSecondary">{guide.note}</Typography>
        </div>
      </Columns>
    </section>
  );
}
