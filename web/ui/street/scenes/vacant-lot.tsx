import { At, Ground, House, paint, Tree } from '../street-parts.tsx';
import { SceneFrame } from './scene-frame.tsx';

/** A gap between two houses, with a sign for its number. Means that there is no page at this address. */
export default function VacantLot() {
  return (
    <SceneFrame>
      <circle cx="168" cy="70" r="38" fill={paint.halo} />
      <circle cx="168" cy="70" r="25" fill={paint.maize} />
      <path d="M60 154v-30h24v-16h28v22h26v-12h40v18h28v-26h30v44z" fill={paint.far} />
      <At x={-22} y={154} scale={0.86}>
        <House
          width={112}
          floors={2}
          brick={paint.clay}
          trim={paint.stone}
          door={paint.navy}
          shutters={paint.navy}
          lit={[1]}
        />
      </At>
      <At x={248} y={154} scale={0.86}>
        <House
          width={116}
          floors={2}
          brick={paint.wine}
          trim={paint.maize}
          door={paint.green}
          shutters={paint.green}
          lit={[0]}
        />
      </At>
      <At x={116} y={156} scale={0.62}>
        <Tree />
      </At>
      <path d="M76 154v-8l6-6 5 8 6-12 7 12 8-8 6 10h92l7-12 6 8 8-10 6 12 7-6v12z" fill={paint.canopy} />
      <path
        d="M80 154v-30l4-5 4 5v30zM94 154v-30l4-5 4 5v30zM206 154v-30l4-5 4 5v30zM220 154v-30l4-5 4 5v30zM234 154v-30l4-5 4 5v30z"
        fill={paint.stone}
      />
      <path d="M78 132h26M204 132h40M78 146h26M204 146h40" stroke={paint.stone} strokeWidth="4" />
      <At x={0} y={154}>
        <Ground from={0} length={320} depth={66} />
      </At>
      <path d="M157 166v-62h6v62z" fill={paint.ink} />
      <rect x="126" y="78" width="68" height="34" rx="5" fill={paint.navy} stroke={paint.stone} strokeWidth="3" />
      <text
        x="160"
        y="103"
        textAnchor="middle"
        fontSize="23"
        fontWeight="700"
        fill={paint.stone}
        className="font-display"
      >
        404
      </text>
    </SceneFrame>
  );
}
